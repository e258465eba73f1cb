/**
 * @module
 * SM-53: the same moves through every door give the same record, apart from `source`, ids and instants. How
 * often a turn was parked and picked up on the way shows in the version alone.
 */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replay } from "../../src/core/index.js";
import type { Action, Negotiation } from "../../src/core/record/index.js";
import type { RulesInput } from "../../src/core/rules/index.js";
import type { Agent } from "../../src/ports/index.js";
import type { ServiceRules } from "../../src/service/commands/index.js";
import { openStored, type StoredRoom } from "../service/hooked-store.js";

const ID = "neg";
const PARTIES = ["ada", "smith"] as const;
const PARK: NonNullable<RulesInput["park"]> = {
  parkMs: 60_000,
  claimBudget: "remaining",
  onClaimExpiry: "repark",
};
const ALL_ACTIONS: readonly Action[] = ["propose", "counter", "accept", "reject", "question", "withdraw"];

/** What a move is made of, once it is known what may be done. */
interface Drawn {
  readonly pick: number;
  readonly price: number;
  readonly reason: string | null;
  /** Whether it brings all that a move can bring, or only what a message of the `room` preset can. */
  readonly isRich: boolean;
}

/** A move and its mover. */
interface Scripted {
  readonly by: string;
  readonly move: { readonly action: Action; readonly [field: string]: unknown };
}

const scripts = (isRich: boolean): fc.Arbitrary<readonly Drawn[]> =>
  fc.array(
    fc.record({
      pick: fc.nat(99),
      price: fc.nat(100),
      reason: fc.option(fc.string({ minLength: 1, maxLength: 8 })),
      isRich: fc.constant(isRich),
    }),
    { minLength: 1, maxLength: 9, size: "max" },
  );

interface Door {
  readonly room: StoredRoom;
  record(): Negotiation;
}

async function opened(rules: ServiceRules, agents: Readonly<Record<string, Agent<any>>> = {}): Promise<Door> {
  // Ids of the host's own, which are the same behind each door.
  let count = 0;
  const room = openStored(undefined, { rules, ids: (kind) => `${kind}-${++count}` });
  // Personal parties: only their turns are parked.
  const [one, other] = PARTIES.map((id) => ({ id, kind: "personal" as const, agent: agents[id] }));
  await room.room.createNegotiation(one!, other!, undefined, { id: ID, context: { lot: 7 } });
  return { room, record: () => room.room.getNegotiation(ID)! };
}

/** By `submit`; also makes the script, by what is legal when a move's turn comes. */
async function bySubmit(rules: ServiceRules, script: readonly Drawn[]): Promise<readonly [Door, Scripted[]]> {
  const door = await opened(rules);
  const made: Scripted[] = [];
  for (const drawn of script) {
    const { floor } = door.record();
    if (floor === null) break;
    const legal = await door.room.room.legalMoves(ID, floor);
    const scripted = { by: floor, move: moveOf(drawn, legal?.actions ?? [], door.record()) };
    const result = await door.room.room.submit(ID, floor, scripted.move as never);
    if (!result.ok) throw new Error(`${JSON.stringify(scripted)}: ${result.code}`);
    made.push(scripted);
    // A move that only closed, as by an exceeded cap, recorded nothing.
    if (result.turn === null) break;
  }
  return [door, made];
}

/** Mostly what goes on, so that scripts get somewhere. */
function moveOf(
  { pick, price, reason, isRich }: Drawn,
  legal: readonly Action[],
  record: Negotiation,
): Scripted["move"] {
  const goesOn = legal.filter((action) => ["propose", "counter", "question"].includes(action));
  const choices = [...goesOn, ...goesOn, ...goesOn, ...legal];
  const action = choices[pick % choices.length] ?? "withdraw";
  const brings = action === "propose" || action === "counter";
  const number = record.turns.length + 1;
  const terms = brings && record.rules.terms !== "none" && { terms: { price, number } };
  if (!isRich) return { action, ...terms, ...(reason !== null && { reason }) };
  return {
    action,
    ...terms,
    reason,
    message: `Turn ${number} \u{1F600}`,
    assessment: { reasoning: "private", suggestedRoles: { ownUser: "agent", otherUser: "peer" } },
    justification: [price, null],
    note: "an unknown member",
    ...(brings && pick % 2 === 0 && { proposalId: `p-${number}` }),
    ...(record.standing !== null && pick % 3 === 0 && { replyTo: record.standing.id }),
  };
}

/** By the callbacks of two agents, which have nothing to say beyond the script. */
async function byAgents(rules: ServiceRules, script: readonly Scripted[]): Promise<Door> {
  const left = [...script];
  const agent: Agent<any> = ({ party }) => {
    const next = left[0];
    if (next === undefined) return new Promise(() => {});
    expect(next.by).toBe(party.id);
    left.shift();
    return next.move as never;
  };
  const door = await opened(rules, { ada: agent, smith: agent });
  // Each answer is a few turns of the microtask queue.
  for (let turns = 0; turns < 50 * (script.length + 1); turns += 1) await Promise.resolve();
  expect(left).toEqual([]);
  return door;
}

const TYPES: Partial<Record<Action, string>> = {
  propose: "agent_proposal",
  counter: "agent_counter",
  accept: "agent_accept",
  reject: "agent_reject",
};

/** By messages of the `room` preset. */
async function byMessages(rules: ServiceRules, script: readonly Scripted[]): Promise<Door> {
  const door = await opened(rules);
  for (const { by, move } of script) {
    const { action, terms, reason } = move;
    await door.room.room.handleAgentMessage({
      type: TYPES[action],
      negotiationId: ID,
      fromAgent: by,
      ...(terms !== undefined && { proposal: terms }),
      ...(reason !== undefined && { reason }),
    });
  }
  expect(door.room.payloads("message:dropped")).toEqual([]);
  return door;
}

/** By agents that poll: each turn is picked up and answered. */
async function byPickups(rules: ServiceRules, script: readonly Scripted[]): Promise<Door> {
  const door = await opened(rules);
  const { room } = door.room;
  for (const [index, { by, move }] of script.entries()) {
    const agentId = `${by}-phone`;
    const turn = await room.pickup(by, { agentId });
    if (turn === null || !turn.ok) throw new Error(`Expected turn ${index + 1} to be picked up.`);
    expect(turn).toMatchObject({ negotiationId: ID, turnNumber: index + 1 });
    const claim = { agentId, claimId: turn.claimId };
    // A move that is refused leaves the claim as it is.
    const refused = await room.respond(ID, claim, { ...move, replyTo: "nothing that stands" } as never);
    expect(refused).toMatchObject({ ok: false, code: "stale_proposal" });
    expect(await room.respond(ID, claim, move as never)).toMatchObject({ ok: true });
  }
  return door;
}

/** The record apart from what the doors may make of their own, and from what only a final record has equal. */
function common(record: Negotiation): unknown {
  const { version: _, createCommandId: __, awaiting, deadlines, ...rest } = record;
  const text = JSON.stringify(rest, (key, value) => {
    if (key === "source" || key === "commandId") return undefined;
    return /^(at|since|.*At)$/.test(key) && typeof value === "number" ? 0 : value;
  });
  const isWaiting = awaiting !== null && deadlines.totalAt !== null;
  return { record: JSON.parse(text), isOver: awaiting === null, hasTotal: isWaiting };
}

/** How many commits were no turn: parkings and claims. */
function detours({ room }: Door): number {
  return room.memory.entries(ID).filter(({ kind }) => kind === "parked" || kind === "claimed").length;
}

function expectAlike(doors: Readonly<Record<string, Door>>): void {
  const [[, first], ...others] = Object.entries(doors) as [[string, Door], ...[string, Door][]];
  const eventsOf = ({ room }: Door): string[] =>
    room.names().filter((name) => name !== "turn:parked" && name !== "turn:claimed");
  for (const [name, door] of others) {
    expect([name, common(door.record())]).toEqual([name, common(first.record())]);
    const versions = [door, first].map((one) => one.record().version - detours(one));
    expect([name, versions[0]]).toEqual([name, versions[1]]);
    expect([name, eventsOf(door)]).toEqual([name, eventsOf(first)]);
  }
  for (const [name, door] of Object.entries(doors)) {
    const record = door.record();
    for (const { source } of record.turns)
      expect([name, source]).toEqual([name, name === "agents" ? "agent" : "external"]);
    expect(JSON.stringify(replay(door.room.memory.entries(ID)))).toBe(JSON.stringify(record));
    door.room.room.destroy();
  }
}

const RUNS = { numRuns: 200, seed: 53 };

describe("SM-53: the same moves through every door", () => {
  it("SM-53: agents, submit, messages and pickups: the `room` preset with parking", async () => {
    const rules: ServiceRules = { preset: "room", park: PARK, cap: { limit: 5, mode: "reach" } };
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(scripts(false), async (drawn) => {
        const [submit, script] = await bySubmit(rules, drawn);
        const [agents, messages, pickups] = [
          await byAgents(rules, script),
          await byMessages(rules, script),
          await byPickups(rules, script),
        ];
        const { status, turns } = submit.record();
        seen.add(status);
        for (const { action } of turns) seen.add(action);
        // Each door went the way that it is named after.
        expect([agents, submit, messages, pickups].map(detours)).toEqual([
          0,
          expect.any(Number),
          detours(submit),
          script.length + detours(submit),
        ]);
        expect(detours(submit)).toBeGreaterThanOrEqual(script.length);
        expectAlike({ submit, agents, messages, pickups });
      }),
      RUNS,
    );
    expect([...seen].sort()).toEqual(
      [
        "accept",
        "accepted",
        "counter",
        "countered",
        "expired",
        "propose",
        "proposed",
        "reject",
        "rejected",
      ].sort(),
    );
  });

  it("SM-53: a move that is one too many closes it by every door, and is recorded by none", async () => {
    const rules: ServiceRules = {
      preset: "room",
      park: PARK,
      cap: { limit: 2, mode: "exceed", result: "stalled" },
    };
    const script: readonly Scripted[] = [
      { by: "ada", move: { action: "propose", terms: 1 } },
      { by: "smith", move: { action: "counter", terms: 2 } },
      { by: "ada", move: { action: "counter", terms: 3 } },
    ];
    const submit = await opened(rules);
    for (const { by, move } of script) await submit.room.room.submit(ID, by, move as never);
    expect(submit.record()).toMatchObject({
      status: "stalled",
      turns: [{}, {}],
      outcome: { reason: "turn_cap" },
    });
    const agents = await byAgents(rules, script);
    expectAlike({
      submit,
      agents,
      messages: await byMessages(rules, script),
      pickups: await byPickups(rules, script),
    });
  });

  it.each(["room", "index", "index-2026-04", "oap", "bindu"] as const)(
    "SM-53: agents, submit and pickups: all that a move can bring, under the rules of %s with parking",
    async (preset) => {
      const rules: ServiceRules = {
        preset,
        ...(preset.startsWith("index")
          ? { onTurnTimeout: "stall" }
          : { park: PARK, actions: [...ALL_ACTIONS] }),
        ...(preset === "room" && { withdrawOffTurn: true }),
      };
      const seen = new Set<string>();
      await fc.assert(
        fc.asyncProperty(scripts(true), async (drawn) => {
          const [submit, script] = await bySubmit(rules, drawn);
          const agents = await byAgents(rules, script);
          const pickups = await byPickups(rules, script);
          for (const { action, extra } of submit.record().turns) {
            seen.add(action);
            expect(extra).toEqual({ note: "an unknown member" });
          }
          expectAlike({ submit, agents, pickups });
        }),
        { ...RUNS, numRuns: 100 },
      );
      expect([...seen].sort()).toEqual([...ALL_ACTIONS].sort());
    },
  );

  it.each(["room", "oap", "bindu"] as const)(
    "SM-53: agents, submit and messages: under the rules of %s as they are, the versions are equal too",
    async (preset) => {
      const rules: ServiceRules = {
        preset,
        actions: ["propose", "counter", "accept", "reject"],
        withdrawOffTurn: false,
      };
      await fc.assert(
        fc.asyncProperty(scripts(false), async (drawn) => {
          const [submit, script] = await bySubmit(rules, drawn);
          const agents = await byAgents(rules, script);
          const messages = await byMessages(rules, script);
          expect([submit, agents, messages].map(detours)).toEqual([0, 0, 0]);
          expectAlike({ submit, agents, messages });
        }),
        { ...RUNS, numRuns: 100 },
      );
    },
  );
});
