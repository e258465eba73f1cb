import { afterAll, describe, expect, it } from "vitest";
import type { Json } from "../../src/core/json/index.js";
import type { Action } from "../../src/core/record/index.js";
import type { Agent } from "../../src/ports/index.js";
import type { ServiceRules } from "../../src/service/commands/index.js";
import type { NegotiationService } from "../../src/service/room/index.js";
import { ASSESSMENT } from "../kit/builders.js";
import { RecordedRooms } from "./recorded-rooms.js";

/** Small numbers from a seed (mulberry32). */
function drawsOf(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  };
}

const six: readonly Action[] = ["propose", "counter", "accept", "reject", "question", "withdraw"];

const PARK = {
  parkMs: 600,
  claimBudget: "remaining",
  claimMs: null,
  onClaimExpiry: "fallback",
  freshMs: null,
} as const;
const FRESH = { ...PARK, claimBudget: "fresh", claimMs: 200, onClaimExpiry: "repark" } as const;

/** Rules of every kind that the engine knows. */
const RULES: Readonly<Record<string, ServiceRules>> = {
  room: {},
  "room, exceeded": { actions: six, cap: { limit: 3 }, withdrawOffTurn: true, turnMs: 300, totalMs: 1_800 },
  "room, reached": {
    actions: six,
    cap: { limit: 4, mode: "reach", result: "stalled" },
    turnMs: 300,
    openMs: 200,
    totalMs: 1_800,
    onTurnTimeout: "stall",
    onTotalTimeout: "stall",
    consult: { maxPerParty: 1, windowMs: 150 },
  },
  "room, opened by the responder": { actions: six, opener: "responder", turnMs: 300, onFailure: "expire" },
  unlimited: { actions: six, cap: { limit: "unlimited" }, totalMs: 1_800, turnMs: null, oneActive: "none" },
  oap: { preset: "oap", cap: { limit: 3 }, validityMs: 250, turnMs: 300, totalMs: 1_800 },
  bindu: { preset: "bindu", totalMs: 1_800, onCancel: "expire" },
  index: { preset: "index", turnMs: 300, park: PARK },
  "index, final turns recorded": {
    preset: "index",
    turnMs: 300,
    park: { ...PARK, onClaimExpiry: "close" },
    finalTurn: "record",
    cap: { limit: 3 },
    totalMs: 1_800,
  },
  "index-2026-04": { preset: "index-2026-04", turnMs: 300, park: FRESH, totalMs: 2_800, deadlockAfter: 2 },
};

/** What index-2026-04 wants of every move, and the others take. */
const assessed = { assessment: ASSESSMENT };

/** An agent that does something, mostly sensible, now and then nothing or nonsense. */
function agentOf(draw: (count: number) => number, hasTerms: boolean): Agent<Json> {
  return ({ legalActions, standing, turnNumber }) => {
    const action = legalActions[draw(legalActions.length)] ?? "counter";
    const terms = hasTerms ? { price: draw(9), by: "agent" } : undefined;
    if (draw(12) === 0) throw new Error("The model is overloaded.");
    if (draw(12) === 0) return { action: "accept", terms: { price: 1 } } as never;
    if (draw(12) === 0) return { consult: "How far may I go?" };
    if (draw(12) === 0) return new Promise(() => {});
    if (standing === null)
      return { ...assessed, action: "propose", terms, message: `Opening ${turnNumber}.` } as never;
    const message = draw(6) === 0 ? "The same again." : `Message ${turnNumber} ${draw(1_000)}.`;
    const isProposal = action === "counter" || action === "propose";
    return { ...assessed, action, message, ...(isProposal && hasTerms ? { terms } : {}) } as never;
  };
}

interface Course {
  readonly rooms: RecordedRooms;
  readonly statuses: readonly string[];
  readonly kinds: readonly string[];
}

/** What happens in one room with two services, as a seed draws it. */
async function played(rules: ServiceRules, seed: number, replayEvery = 1): Promise<Course> {
  const draw = drawsOf(seed);
  const hasTerms = rules.preset !== "index" && rules.preset !== "index-2026-04";
  const agent = agentOf(draw, hasTerms);
  const isAutomatic = draw(3) === 0;
  const rooms = new RecordedRooms(
    2,
    {
      rules,
      fallback: agent,
      agentFor: ({ kind, id }) => (kind === "system" || (isAutomatic && id === "ada") ? agent : undefined),
    },
    replayEvery,
  );
  const room = (): NegotiationService<Json> => rooms.rooms[draw(2)] as NegotiationService<Json>;
  const known: string[] = [];
  let intents = 0;
  for (let act = 0; act < 60; act += 1) {
    await step(rooms, room(), draw, known, ++intents, hasTerms);
    await rooms.clock.advance(draw(4) === 0 ? draw(400) : draw(20));
    if (draw(5) === 0) rooms.consume();
  }
  await rooms.end();
  return {
    rooms,
    statuses: rooms.writes.map(({ after }) => after.status),
    kinds: rooms.writes.map(({ entry }) => entry.kind),
  };
}

async function step(
  rooms: RecordedRooms,
  room: NegotiationService<Json>,
  draw: (count: number) => number,
  known: string[],
  intent: number,
  hasTerms: boolean,
): Promise<void> {
  const commandId = `client-${intent}`;
  rooms.note(commandId, intent);
  const id = known[draw(known.length)] ?? "nothing";
  const record = await room.loadNegotiation(id);
  const partyId = draw(8) === 0 ? "ada" : (record?.floor ?? "smith");
  const told = {
    intent,
    commandId: null,
    negotiationId: id,
    turnNumber: null,
    version: record?.version ?? 0,
  };
  switch (draw(9)) {
    case 0: {
      const opened = hasTerms && draw(2) === 0 ? { price: 40 } : undefined;
      const parties = PAIRS[draw(PAIRS.length)] as (typeof PAIRS)[number];
      const created = await room
        .createNegotiation(parties[0], parties[1], opened, { commandId })
        .catch(() => undefined);
      if (created === undefined) return;
      known.push(created.id);
      const turnNumber = opened === undefined ? null : 1;
      rooms.acknowledged({
        ...told,
        kind: "create",
        commandId,
        negotiationId: created.id,
        turnNumber,
        version: 0,
      });
      return;
    }
    case 1: {
      const result = draw(6) === 0 ? await room.cancel(id) : undefined;
      if (result?.ok) rooms.acknowledged({ ...told, kind: "cancel", version: result.negotiation.version });
      return;
    }
    case 2: {
      const result = await room.answerConsult(id, partyId, "Up to 55.");
      if (result.ok) rooms.acknowledged({ ...told, kind: "answer", version: result.negotiation.version });
      return;
    }
    case 3:
    case 4: {
      const agentId = `agent of ${partyId} ${draw(2)}`;
      const turn = await room.pickup(partyId, { agentId });
      if (turn === null || !turn.ok) return;
      const { negotiationId, claimId } = turn;
      const claimed = await room.loadNegotiation(negotiationId);
      rooms.acknowledged({ ...told, kind: "pickup", negotiationId, version: claimed?.version ?? 0 });
      if (draw(4) === 0) return;
      await rooms.clock.advance(draw(150));
      if (draw(4) === 0) {
        const released = await room.release(negotiationId, { agentId, claimId });
        if (!released.ok) return;
        rooms.acknowledged({
          ...told,
          kind: "release",
          negotiationId,
          version: released.negotiation.version,
        });
        return;
      }
      const answer = moveOf(draw, turn.legalActions, hasTerms, intent);
      const result = await room.respond(negotiationId, { agentId, claimId }, answer, { commandId });
      if (!result.ok) return;
      const turnNumber = result.turn?.number ?? null;
      const { version } = result.negotiation;
      rooms.acknowledged({ ...told, kind: "respond", commandId, negotiationId, turnNumber, version });
      return;
    }
    default: {
      const legal = (await room.legalMoves(id, partyId))?.actions ?? [];
      const move = moveOf(draw, draw(3) === 0 ? six : legal, hasTerms, intent);
      const tries = 1 + (draw(5) === 0 ? 1 : 0);
      for (let attempt = 0; attempt < tries; attempt += 1) {
        const result = await room.submit(id, partyId, move, { commandId });
        if (!result.ok) return;
        const turnNumber = result.turn?.number ?? null;
        rooms.acknowledged({
          ...told,
          kind: "move",
          commandId,
          turnNumber,
          version: result.negotiation.version,
        });
      }
    }
  }
}

const PAIRS = [
  [
    { id: "ada", kind: "personal" },
    { id: "smith", kind: "personal" },
  ],
  [
    { id: "smith", kind: "personal" },
    { id: "ada", kind: "personal" },
  ],
  [
    { id: "ada", kind: "system" },
    { id: "smith", kind: "personal" },
  ],
  [
    { id: "bot", kind: "system" },
    { id: "robot", kind: "system" },
  ],
] as const;

function moveOf(
  draw: (count: number) => number,
  actions: readonly Action[],
  hasTerms: boolean,
  seed: number,
): never {
  const action = actions[draw(actions.length)] ?? "counter";
  const isProposal = action === "counter" || action === "propose";
  const terms = hasTerms && isProposal ? { terms: { price: draw(99) } } : {};
  return { ...assessed, action, message: `Move ${seed}.`, ...terms } as never;
}

const SEEDS = 30;

describe(`real services of one room (seeds 1 to ${SEEDS})`, () => {
  const statuses = new Set<string>();
  const kinds = new Set<string>();

  it.each(Object.entries(RULES))("give no cause for alarm: %s", async (_, rules) => {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const course = await played(rules, seed);
      expect({ seed, findings: course.rooms.findings }).toEqual({ seed, findings: [] });
      for (const status of course.statuses) statuses.add(status);
      for (const kind of course.kinds) kinds.add(kind);
    }
  });

  afterAll(() => {
    // What never happened was not tried.
    expect([...statuses].sort()).toEqual(
      ["accepted", "countered", "expired", "open", "proposed", "rejected", "stalled", "withdrawn"].sort(),
    );
    const all = "created turn failed parked claimed released consulted answered cancelled closed woken";
    expect([...kinds].sort()).toEqual(all.split(" ").sort());
  });
});
