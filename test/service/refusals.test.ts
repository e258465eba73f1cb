import { describe, expect, it } from "vitest";
import { CODES, type RefusalCode } from "../../src/errors.js";
import type { CommandResult } from "../../src/service/commands/index.js";
import type { ServiceOptions } from "../../src/service/options/index.js";
import type { NegotiationService } from "../../src/service/room/index.js";
import { scriptedAgent } from "../../src/testing/agents/index.js";
import { isDeepFrozen } from "../kit/deep-frozen.js";
import { type OpenRoom, openRoom, T0 } from "../kit/open-room.js";

/** The marker that no message and no details may hold (SY-17). */
const SECRET = "marker-of-the-terms";
const P = { totalAmount: 100, note: SECRET };
const ALL = ["propose", "counter", "accept", "reject", "question", "withdraw"] as const;
const COUNTER = { action: "counter", terms: P } as const;
const ASK = { action: "question", message: "Why?" } as const;

type Room = NegotiationService<any>;
type Row = {
  readonly code: RefusalCode;
  readonly why: string;
  readonly options?: ServiceOptions<any>;
  /** Leads from nothing to the record "n" that refuses. @default b is asked about a proposal of a */
  readonly before?: (opened: OpenRoom) => unknown;
  readonly act: (room: Room) => Promise<CommandResult>;
  readonly details: object;
  /** Who hears neither version nor legal moves. */
  readonly isStranger?: true;
};

const begun = ({ room }: OpenRoom): Promise<unknown> => room.createNegotiation("a", "b", P, { id: "n" });
const opened = ({ room }: OpenRoom): Promise<unknown> =>
  room.createNegotiation("a", "b", undefined, { id: "n" });
/** After `count` counters by turns. */
const countered =
  (count: number) =>
  async (room: OpenRoom): Promise<void> => {
    await begun(room);
    for (let turn = 0; turn < count; turn += 1) {
      await room.room.submit("n", turn % 2 === 0 ? "b" : "a", { action: "counter", terms: { turn } });
    }
  };
const submitting =
  (move: unknown, partyId = "b", options: object = {}) =>
  (room: Room): Promise<CommandResult> =>
    room.submit("n", partyId, move as never, options);

const CONSULTING: ServiceOptions<any> = {
  rules: { consult: { maxPerParty: 1, windowMs: 5_000 } },
  agentFor: ({ id }) => (id === "b" ? scriptedAgent({ consult: "How far?" }) : undefined),
};

const ROWS: readonly Row[] = [
  {
    code: "move_invalid",
    why: "an unknown action",
    act: submitting({ action: "xstate.stop" }),
    details: { issues: [{ path: ["action"] }] },
  },
  {
    code: "move_invalid",
    why: "a message too long",
    act: submitting({ action: "reject", message: "x".repeat(10_001) }),
    details: { issues: [{ path: ["message"] }] },
  },
  {
    code: "move_invalid",
    why: "a command id too long",
    act: submitting({ action: "reject" }, "b", { commandId: "x".repeat(129) }),
    details: { issues: [{ path: ["commandId"] }] },
  },
  {
    code: "unknown_negotiation",
    why: "no such id in this room",
    act: (room) => room.submit("nope", "b", { action: "accept" }),
    details: { id: "nope" },
    isStranger: true,
  },
  {
    code: "not_a_party",
    why: "a stranger",
    act: submitting({ action: "accept" }, "eve"),
    details: { partyId: "eve" },
    isStranger: true,
  },
  {
    code: "negotiation_over",
    why: "it has been rejected",
    before: async (room) => {
      await begun(room);
      await room.room.submit("n", "b", { action: "reject" });
    },
    act: submitting({ action: "accept" }),
    details: { status: "rejected", reason: "reject", at: T0 },
  },
  {
    code: "negotiation_over",
    why: "a cancellation comes too late",
    before: async (room) => {
      await begun(room);
      await room.room.submit("n", "b", { action: "reject" });
    },
    act: (room) => room.cancel("n"),
    details: { status: "rejected", reason: "reject", at: T0 },
  },
  {
    code: "stale_version",
    why: "decided on another version",
    act: submitting(COUNTER, "b", { expectedVersion: 7 }),
    details: { expected: 7, actual: 0 },
  },
  {
    code: "command_conflict",
    why: "the command id of another move of the same party",
    before: async (room) => {
      await begun(room);
      await room.room.submit("n", "b", COUNTER, { commandId: "c-1" });
    },
    act: submitting({ action: "accept" }, "b", { commandId: "c-1" }),
    details: { commandId: "c-1", turnNumber: 2 },
  },
  {
    code: "consult_pending",
    why: "b asks its principal",
    options: CONSULTING,
    before: async (room) => {
      await begun(room);
      await room.clock.advance(0);
    },
    act: submitting({ action: "accept" }),
    details: { until: T0 + 5_000 },
  },
  {
    code: "consult_unavailable",
    why: "nobody has asked anything",
    act: (room) => room.answerConsult("n", "b", "Up to 55."),
    details: { why: "no consult is pending" },
  },
  { code: "not_your_turn", why: "b has the floor", act: submitting(COUNTER, "a"), details: { floor: "b" } },
  {
    code: "not_your_turn",
    why: "an answer of the other side's principal",
    options: CONSULTING,
    before: async (room) => {
      await begun(room);
      await room.clock.advance(0);
    },
    act: (room) => room.answerConsult("n", "a", "Up to 55."),
    details: { floor: "b" },
  },
  {
    code: "not_parked",
    why: "the fallback agent has the turn",
    options: { rules: { onTurnTimeout: "fallback" }, fallback: () => new Promise<never>(() => undefined) },
    before: async (room) => {
      await begun(room);
      await room.clock.advance(30_000);
    },
    act: submitting({ action: "accept" }),
    details: { awaiting: "fallback" },
  },
  ...(
    [
      ["rules", ["propose", "counter", "accept", "reject"]],
      ["seat", { all: ALL, responder: ["propose", "counter", "accept", "reject"] }],
      ["kind", { all: ALL, system: ["propose", "counter", "accept", "reject"] }],
    ] as const
  ).map(
    ([by, actions]): Row => ({
      code: "action_not_allowed",
      why: `not by ${by}`,
      options: { rules: { actions } as never },
      act: submitting(ASK),
      details: { action: "question", by },
    }),
  ),
  {
    code: "must_propose",
    why: "nothing stands",
    before: opened,
    act: submitting(COUNTER, "a"),
    details: { allowed: ["propose"] },
  },
  {
    code: "must_counter",
    why: "a proposal stands",
    options: { rules: { repropose: "refuse" } },
    act: submitting({ action: "propose", terms: P }),
    details: { allowed: ["counter", "accept", "reject"] },
  },
  {
    code: "own_proposal",
    why: "after the other side's question",
    options: { rules: { actions: [...ALL] } },
    before: async (room) => {
      await begun(room);
      await room.room.submit("n", "b", ASK);
    },
    act: submitting({ action: "accept" }, "a"),
    details: { proposalId: "n_p1" },
  },
  {
    code: "stale_proposal",
    why: "another one stands by now",
    before: countered(2),
    act: submitting({ action: "accept", replyTo: "n_p1" }),
    details: { given: "n_p1", standing: "n_p3" },
  },
  {
    code: "proposal_id_taken",
    why: "an id used before",
    act: submitting({ ...COUNTER, proposalId: "n_p1" }),
    details: { proposalId: "n_p1", round: 1 },
  },
  {
    code: "cap_reached",
    why: "all proposals are used up",
    options: { rules: { cap: { counts: "proposals", limit: 2, mode: "exceed", result: "refuse" } } },
    before: countered(1),
    act: submitting(COUNTER, "a"),
    details: { counts: "proposals", limit: 2 },
  },
  {
    code: "final_turn",
    why: "the last turn must decide",
    options: {
      rules: { cap: { counts: "turns", limit: 2, mode: "reach", result: "stalled" }, finalTurn: "decide" },
    },
    act: submitting(COUNTER),
    details: { allowed: ["accept", "reject"] },
  },
  {
    code: "terms_required",
    why: "a counter without terms",
    act: submitting({ action: "counter" }),
    details: { action: "counter" },
  },
  {
    code: "terms_not_allowed",
    why: "an acceptance with terms",
    act: submitting({ action: "accept", terms: P }),
    details: { action: "accept" },
  },
  {
    code: "message_required",
    why: "a question that asks nothing",
    options: { rules: { actions: [...ALL] } },
    act: submitting({ action: "question", message: "  " }),
    details: { action: "question" },
  },
  {
    code: "validity_passed",
    why: "a proposal that is out of date",
    act: submitting({ ...COUNTER, validUntilAt: T0 }),
    details: { validUntilAt: T0, now: T0 },
  },
  {
    code: "repeated_message",
    why: "the same words again",
    options: { rules: { repetition: "guard" } },
    before: async (room) => {
      await begun(room);
      await room.room.submit("n", "b", { ...COUNTER, message: "Once more." });
    },
    act: submitting({ ...COUNTER, message: " Once  more. " }, "a"),
    details: { turnNumber: 2 },
  },
  {
    code: "policy_masked",
    why: "a policy takes acceptance away",
    options: {
      policies: [{ layer: "universal", rule: "never", permits: ({ action }) => action !== "accept" }],
    },
    act: submitting({ action: "accept" }),
    details: { layer: "universal", rule: "never" },
  },
  {
    code: "terms_invalid",
    why: "terms that are no JSON",
    act: submitting({ action: "counter", terms: { note: SECRET, at: new Date() } }),
    details: { issues: [{ path: ["at"] }] },
  },
  {
    code: "not_admitted",
    why: "the hook says no",
    options: { admit: ({ move }) => move.action !== "accept" || { details: { because: "unsigned" } } },
    act: submitting({ action: "accept" }),
    details: { because: "unsigned" },
  },
];

describe("EN-40: each refusal is provoked through the service, and changes nothing", () => {
  it.each(ROWS)("EN-40: $code: $why", async ({ code, options, before, act, details, isStranger }) => {
    const room = openRoom(options);
    await (before ?? begun)(room);
    const record = room.room.getNegotiation("n");
    const text = JSON.stringify(record);
    const told = room.told.length;
    const pending = room.clock.pendingCount;
    const answer = await act(room.room);
    if (answer.ok) throw new Error("Expected a refusal.");
    expect(answer).toMatchObject({ ok: false, code, details });
    expect(answer.message).toMatch(/^Expected .*, got .*\.$/s);
    expect(JSON.stringify(answer)).not.toContain(SECRET);
    expect(answer.version).toBe(isStranger === true ? null : record?.version);
    if (isStranger === true) expect(answer.legal).toBeNull();
    expect(Object.isFrozen(answer) && Object.isFrozen(answer.details)).toBe(true);
    expect(room.room.getNegotiation("n")).toBe(record);
    expect(JSON.stringify(room.room.getNegotiation("n"))).toBe(text);
    expect(isDeepFrozen(record)).toBe(true);
    expect(room.told).toHaveLength(told);
    expect(room.clock.pendingCount).toBe(pending);
    room.room.destroy();
  });

  it("EN-40: no refusal is left out but those of parked turns, and queue_full, which desk.test.ts provokes", () => {
    const codes = Object.entries(CODES).filter(([, { manner }]) => manner === "refusal");
    const provoked = new Set<string>(ROWS.map(({ code }) => code));
    const missing = codes.map(([code]) => code).filter((code) => !provoked.has(code));
    expect(missing.sort()).toEqual(["claim_not_held", "forbidden_agent", "forbidden_party", "queue_full"]);
  });
});
