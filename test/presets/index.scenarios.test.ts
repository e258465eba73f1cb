import { describe, expect, it } from "vitest";
import type { Action, PartyKind } from "../../src/core/record/index.js";
import { fromIndexTurn, readTurnCap } from "../../src/presets/index-network/index.js";
import { ASSESSMENT } from "../kit/builders.js";
import { openRoom } from "../kit/open-room.js";
import { CANDIDATE, never, play, type Scenario, SOURCE, type Step, take } from "./scenario.js";

const PERSONAL: readonly [PartyKind, PartyKind] = ["personal", "personal"];

/** So many turns by turns: propose, then counters. */
function turns(count: number): Step[] {
  return Array.from({ length: count }, (_, index) => [
    index % 2 === 0 ? SOURCE : CANDIDATE,
    index === 0 ? "propose" : "counter",
  ]);
}

const saying = (action: Action, message: string) => ({ action, message, assessment: ASSESSMENT });

const SCENARIOS: Record<string, Scenario[]> = {
  "AS-34": [
    {
      says: "the source speaks first, then they alternate",
      steps: [
        [CANDIDATE, "propose", "not_your_turn"],
        [SOURCE, "propose"],
        [SOURCE, "counter", "not_your_turn"],
        [CANDIDATE, "counter"],
        [CANDIDATE, "counter", "not_your_turn"],
        [SOURCE, "counter"],
      ],
      ends: { turns: [{ partyId: SOURCE }, { partyId: CANDIDATE }, { partyId: SOURCE }], floor: CANDIDATE },
    },
    {
      says: "a stranger's text changes nothing",
      steps: [
        [SOURCE, "propose"],
        ["eve", { action: "accept", message: "I accept on behalf of candidate." }, "not_a_party"],
      ],
      ends: { version: 1, floor: CANDIDATE },
    },
    {
      says: "a turn with unknown keys still counts (B-41)",
      steps: [
        [SOURCE, { action: "propose", mood: "good", fitScore: 88, assessment: ASSESSMENT }],
        [CANDIDATE, "accept"],
      ],
      ends: {
        turns: [{ extra: { mood: "good" }, assessment: { ...ASSESSMENT, fitScore: 88 } }, {}],
        status: "accepted",
      },
    },
  ],
  "AS-37": (["counter", "accept", "question"] as const).map(
    (action): Scenario => ({
      says: `${action} from outside as the first turn is refused`,
      kinds: PERSONAL,
      steps: [
        [SOURCE, { action, message: "Hello." }, "must_propose"],
        [SOURCE, "reject", "must_propose"],
        [SOURCE, "propose"],
      ],
      ends: { turns: [{ action: "propose", coercedFrom: null, source: "external" }] },
    }),
  ),
  "AS-38": [
    {
      says: "a system party on its final turn may accept, reject or withdraw only",
      steps: [...turns(5), [CANDIDATE, "counter", "final_turn"], [CANDIDATE, "reject"]],
      ends: { status: "rejected", outcome: { turnCount: 6 } },
    },
    {
      says: "a personal party's counter on the final turn is recorded, and then it is stalled by the cap",
      rules: { cap: { limit: 6 } },
      kinds: PERSONAL,
      steps: turns(6),
      ends: {
        status: "stalled",
        outcome: { reason: "turn_cap", turnCount: 6, by: null },
        turns: { length: 6 },
      },
    },
    {
      says: "in the mixed pairing each kind has its own last turn: 8 turns, the candidate being a person",
      kinds: ["system", "personal"],
      steps: turns(8),
      ends: { status: "stalled", outcome: { reason: "turn_cap", turnCount: 8 } },
    },
  ],
  "AS-43": [
    {
      says: "out of turn is refused from either side; a counter or question without a message as well",
      kinds: PERSONAL,
      steps: [
        [SOURCE, "propose"],
        [SOURCE, "accept", "not_your_turn"],
        [CANDIDATE, { action: "counter" }, "message_required"],
        [CANDIDATE, { action: "question", message: "  " }, "message_required"],
        [CANDIDATE, "question"],
        [CANDIDATE, "counter", "not_your_turn"],
      ],
      ends: { floor: SOURCE, turns: { length: 2 } },
    },
    {
      says: "a question from a system party is not allowed (IX-5)",
      steps: [
        [SOURCE, "propose"],
        [CANDIDATE, "question", "action_not_allowed"],
      ],
      ends: { floor: CANDIDATE },
    },
    {
      says: "propose is for the first turn only (IX-4), and terms are for nobody",
      steps: [
        [SOURCE, { action: "propose", terms: { price: 1 } }, "terms_not_allowed"],
        [SOURCE, "propose"],
        [CANDIDATE, "propose", "must_counter"],
      ],
      ends: { status: "proposed" },
    },
  ],
  "AS-48": [
    {
      says: "a source that may not accept cannot, whatever came before",
      rules: {
        actions: {
          all: ["propose", "counter", "accept", "reject"],
          initiator: ["propose", "counter", "reject"],
        },
      },
      steps: [
        [SOURCE, "propose"],
        [CANDIDATE, "counter"],
        [SOURCE, "accept", "action_not_allowed"],
        [SOURCE, "counter"],
        [CANDIDATE, "accept"],
      ],
      ends: { status: "accepted", outcome: { by: CANDIDATE, seat: "responder" } },
    },
    {
      says: "where the responder opens, seats still follow identity",
      rules: { opener: "responder" },
      steps: [
        [SOURCE, "propose", "not_your_turn"],
        [CANDIDATE, "propose"],
        [SOURCE, "accept"],
      ],
      ends: {
        turns: [
          { partyId: CANDIDATE, seat: "responder" },
          { partyId: SOURCE, seat: "initiator" },
        ],
        outcome: { by: SOURCE, seat: "initiator" },
      },
    },
  ],
  "AS-51": [
    {
      says: "a process that dies in a call: fallback at turnAt, a second expiry stalls with agent_error",
      agents: [undefined, never],
      rules: { agentTimeoutMs: null },
      steps: [
        [SOURCE, "propose"],
        ["clock", 299_999],
        [CANDIDATE, { action: "accept", replyTo: "other" }, "stale_proposal"],
        ["clock", 1],
        [CANDIDATE, "accept", "not_parked"],
        ["clock", 299_999],
        [CANDIDATE, "accept", "not_parked"],
        ["clock", 1],
      ],
      ends: { status: "stalled", outcome: { reason: "agent_error", turnCount: 1 } },
    },
  ],
  "AS-53": [
    {
      says: "a responder that always throws: one turn, agent_error, stalled",
      agents: [undefined, () => Promise.reject(new Error("boom"))],
      steps: [[SOURCE, "propose"]],
      ends: { status: "stalled", outcome: { reason: "agent_error", turnCount: 1 }, failures: { length: 2 } },
    },
    {
      says: "one that throws once: two turns, the cap unspent by it",
      agents: [
        undefined,
        async ({ attempt }) => {
          if (attempt === 1) throw new Error("boom");
          return saying("counter", "But why?") as never;
        },
      ],
      steps: [[SOURCE, "propose"]],
      ends: { turns: { length: 2 }, failures: { length: 1 }, floor: SOURCE },
    },
  ],
  "AS-54": [
    {
      says: "a message that was said before is refused from outside; accept and reject are exempt",
      steps: [
        [SOURCE, saying("propose", "We fit.")],
        [CANDIDATE, saying("counter", " We  fit. "), "repeated_message"],
        [CANDIDATE, saying("accept", "We fit.")],
      ],
      ends: { status: "accepted" },
    },
    {
      says: "an agent that repeats itself twice ends it: repetition, duplicates unstored",
      agents: [undefined, () => saying("counter", "We fit.") as never],
      steps: [[SOURCE, saying("propose", "We fit.")]],
      ends: { status: "stalled", outcome: { reason: "repetition", turnCount: 1 }, turns: { length: 1 } },
    },
  ],
};

describe("index: the acceptance scenarios", () => {
  it.each(Object.entries(SCENARIOS).flatMap(([id, list]) => list.map((one) => [id, one.says, one] as const)))(
    "%s: %s",
    async (_id, _says, scenario) => {
      for (const preset of ["index", "index-2026-04"] as const) {
        // The document of 2026 has windows of a day, and wants a message with a question only.
        const isLiteral = preset === "index-2026-04";
        // On the last turn it wants no decision of anybody.
        const isShared = !scenario.steps.some(
          ([who, , answer]) => who === "clock" || answer === "message_required" || answer === "final_turn",
        );
        if (!isLiteral || isShared) await play(preset, scenario);
      }
    },
  );

  it.each([
    ["absent", undefined, { 5: true, 6: false }],
    ["null", null, { 5: true, 6: false }],
    ["0", 0, { 6: true, 100: true }],
    ["3", 3, { 2: true, 3: false }],
  ])("AS-33: with a stored cap that is %s", async (_, stored, isOpen) => {
    for (const [count, open] of Object.entries(isOpen)) {
      const rules = { cap: { limit: { system: 6, mixed: 8, personal: readTurnCap(stored) } } };
      const { record } = await play("index", {
        says: "",
        rules,
        kinds: PERSONAL,
        steps: turns(Number(count)),
        ends: {},
      });
      expect(record().outcome?.reason ?? "open").toBe(open ? "open" : "turn_cap");
      expect(record().turns).toHaveLength(Number(count));
    }
  });

  it("AS-33: at 4 turns with a stored cap of 3 it is closed already", async () => {
    const rules = { cap: { limit: { system: 6, mixed: 8, personal: readTurnCap(3) } } };
    const played = await play("index", { says: "", rules, kinds: PERSONAL, steps: turns(3), ends: {} });
    await take(played, [CANDIDATE, "counter", "negotiation_over"]);
  });

  it("AS-34: equal or empty ids are refused at creation", async () => {
    const { room } = openRoom({ fallback: never, rules: { preset: "index" } });
    await expect(room.createNegotiation("a", "a")).rejects.toMatchObject({ code: "party_invalid" });
    await expect(room.createNegotiation("", "a")).rejects.toMatchObject({ code: "party_invalid" });
  });

  it("AS-35: a second negotiation of the pair starts with its own source and no turns, whoever spoke last", async () => {
    const { room, id } = await play("index", { says: "", steps: turns(2), ends: {} });
    await room.cancel(id);
    for (const [source, candidate] of [
      [CANDIDATE, SOURCE],
      [SOURCE, CANDIDATE],
    ] as const) {
      const next = await room.createNegotiation(source, candidate);
      expect(next).toMatchObject({ turns: [], floor: source, status: "open", version: 0 });
      await room.submit(next.id, source, { action: "withdraw" });
    }
  });

  it("AS-38: legal actions of a system party on its final turn", async () => {
    const { room, id } = await play("index", { says: "", steps: turns(5), ends: {} });
    expect(await room.legalMoves(id, CANDIDATE)).toMatchObject({
      actions: ["accept", "reject", "withdraw"],
      isFinalTurn: true,
      turnsLeft: 1,
    });
  });

  it("stalls by the cap after a system party's last counter in index-2026-04, and records no reject [AS-38]", async () => {
    const { room, id } = await play("index-2026-04", { says: "", steps: turns(5), ends: {} });
    const legal = await room.legalMoves(id, CANDIDATE);
    expect(legal).toMatchObject({ isFinalTurn: true, turnsLeft: 1 });
    expect(legal?.actions).toContain("counter");
    await room.submit(id, CANDIDATE, {
      action: "counter",
      message: "The last word.",
      assessment: ASSESSMENT,
    });
    expect(room.getNegotiation(id)).toMatchObject({
      status: "stalled",
      outcome: { reason: "turn_cap", by: null, turnCount: 6 },
      turns: { 5: { action: "counter", source: "external" }, length: 6 },
    });
  });

  it.each([
    ["no reasoning", { assessment: { suggestedRoles: { ownUser: "peer", otherUser: "peer" } } }],
    ["no roles", { assessment: { reasoning: "Fits." } }],
    [
      "a bad role",
      { assessment: { reasoning: "Fits.", suggestedRoles: { ownUser: "boss", otherUser: "peer" } } },
    ],
    ["a bad action", { action: "withdraw" }],
  ])("AS-43: a wire turn with %s hands in nothing", (_, change) => {
    const assessment = { reasoning: "Fits.", suggestedRoles: { ownUser: "peer", otherUser: "peer" } };
    expect(fromIndexTurn({ action: "accept", assessment })).toMatchObject({ ok: true });
    expect(fromIndexTurn({ action: "accept", assessment, ...change })).toMatchObject({ ok: false });
  });
});
