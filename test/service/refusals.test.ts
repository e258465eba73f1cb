import { describe, expect, it } from "vitest";
import type { RefusalCode } from "../../src/errors.js";
import type { CommandResult } from "../../src/service/commands/index.js";
import type { ServiceOptions } from "../../src/service/options/index.js";
import type { NegotiationService } from "../../src/service/room/index.js";
import { isDeepFrozen } from "../kit/deep-frozen.js";
import { type OpenRoom, openRoom, T0 } from "../kit/open-room.js";

/** The marker that no message and no details may hold (SY-17). */
const SECRET = "marker-of-the-terms";
const P = { totalAmount: 100, note: SECRET };
const COUNTER = { action: "counter", terms: P } as const;

type Room = NegotiationService<any>;
type Row = {
  readonly code: RefusalCode;
  readonly why: string;
  readonly options?: ServiceOptions<any>;
  /** What comes after the proposal of a. */
  readonly before?: (opened: OpenRoom) => unknown;
  readonly act: (room: Room) => Promise<CommandResult>;
  readonly details: object;
  /** Who hears neither version nor legal moves. */
  readonly isStranger?: true;
};

const submitting =
  (move: unknown, partyId = "b", options: object = {}) =>
  (room: Room): Promise<CommandResult> =>
    room.submit("n", partyId, move as never, options);

/** All that the service refuses by itself, but for parked turns, doors and queues; of the core one at each door. */
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
    why: "a cancellation comes too late",
    before: ({ room }) => room.submit("n", "b", { action: "reject" }),
    act: (room) => room.cancel("n"),
    details: { status: "rejected", reason: "reject", at: T0 },
  },
  {
    code: "consult_unavailable",
    why: "nobody has asked anything",
    act: (room) => room.answerConsult("n", "b", "Up to 55."),
    details: { why: "no consult is pending" },
  },
  { code: "not_your_turn", why: "b has the floor", act: submitting(COUNTER, "a"), details: { floor: "b" } },
  {
    code: "terms_required",
    why: "a counter without terms",
    act: submitting({ action: "counter" }),
    details: { action: "counter" },
  },
  {
    code: "repeated_message",
    why: "the same words again",
    options: { rules: { repetition: "guard" } },
    before: ({ room }) => room.submit("n", "b", { ...COUNTER, message: "Once more." }),
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

describe("EN-40: what is refused at the doors of the service changes nothing", () => {
  it.each(ROWS)("EN-40: $code: $why", async ({ code, options, before, act, details, isStranger }) => {
    const room = openRoom(options);
    await room.room.createNegotiation("a", "b", P, { id: "n" });
    await before?.(room);
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
});
