import { describe, expect, it } from "vitest";
import {
  closesByCap,
  judgedAction,
  reachesCap,
  refusalCodeOfCap,
  refusalCodeOfFields,
  refusalCodeOfMove,
} from "../../../src/core/moves/index.js";
import { refusalCodeOfOffer } from "../../../src/core/moves/legality-checks.js";
import type { Action, Negotiation } from "../../../src/core/record/index.js";
import type { MoveStep, Setup } from "../../kit/builders.js";
import { CLAIMED, CONSULTED, EVERYTHING, eventOf, negotiationOf, PARK, PARKED } from "../../kit/builders.js";
import { properMove, reachableRecords } from "../reachable.js";

const WORLD: Setup = {
  rules: {
    ...EVERYTHING,
    park: PARK,
    consult: {},
    cap: { limit: 4 },
    onTurnTimeout: "fallback",
    withdrawOffTurn: true,
  },
};
const ACTIONS: readonly Action[] = ["propose", "counter", "accept", "reject", "question", "withdraw"];

/** Which of the four groups of checks bar a move: 8 to 13, 14, 15, and what `legalMoves` asks. */
function barsOf(record: Negotiation, step: MoveStep) {
  const event = eventOf(record, step);
  return [
    refusalCodeOfMove(record, event),
    refusalCodeOfCap(record, event.seat, event.type),
    refusalCodeOfFields(record, event),
    refusalCodeOfOffer(record, event, event.type),
  ];
}

describe("what bars a move", () => {
  const refusing: Setup = { rules: { cap: { counts: "proposals", limit: 1, result: "refuse" } } };
  const claimed = negotiationOf({ rules: { park: PARK }, moves: ["propose", PARKED, CLAIMED] });
  const asking = negotiationOf({ rules: { consult: {} }, moves: ["propose", CONSULTED] });

  it.each([
    ["nothing", negotiationOf(), { action: "propose" }, [undefined, undefined, undefined, undefined]],
    [
      "8 a consult",
      asking,
      { action: "accept" },
      ["consult_pending", undefined, undefined, "consult_pending"],
    ],
    [
      "9 the floor",
      negotiationOf(),
      { action: "propose", by: "smith" },
      ["not_your_turn", undefined, undefined, "not_your_turn"],
    ],
    [
      "10 a claim, which is no matter of what is legal",
      claimed,
      { action: "accept" },
      ["claim_not_held", undefined, undefined, undefined],
    ],
    [
      "11 the rules",
      negotiationOf(),
      { action: "withdraw" },
      ["action_not_allowed", undefined, undefined, "action_not_allowed"],
    ],
    [
      "12 the state",
      negotiationOf(),
      { action: "accept" },
      ["must_propose", undefined, undefined, "must_propose"],
    ],
    [
      "13 replyTo",
      negotiationOf(),
      { action: "propose", replyTo: "x" },
      ["stale_proposal", undefined, undefined, undefined],
    ],
    [
      "14 the cap",
      negotiationOf({ ...refusing, moves: ["propose"] }),
      { action: "counter" },
      [undefined, "cap_reached", undefined, "cap_reached"],
    ],
    [
      "15 a field",
      negotiationOf(),
      { action: "propose", terms: undefined },
      [undefined, undefined, "terms_required", undefined],
    ],
    [
      "6 the end",
      negotiationOf({ moves: ["propose", "accept"] }),
      { action: "accept", by: "ada" },
      ["not_your_turn", undefined, undefined, "negotiation_over"],
    ],
  ] as [string, Negotiation, MoveStep, unknown[]][])("EN-6, %s", (_check, record, step, bars) => {
    expect(barsOf(record, step)).toEqual(bars);
  });

  it("EN-11: what is offered is barred by nothing but claims, and the other way round", () => {
    for (const record of reachableRecords(WORLD, 4)) {
      if (record.outcome !== null) continue;
      for (const seat of ["initiator", "responder"] as const) {
        for (const action of ACTIONS) {
          const event = eventOf(record, properMove(record, record[seat].id, action));
          const barred = refusalCodeOfMove(record, event) ?? refusalCodeOfCap(record, seat, action);
          expect(refusalCodeOfOffer(record, event, action)).toBe(barred);
        }
      }
    }
  });

  it("EN-13 of the matrix, P: a repeated proposal is judged as a counter where the rules make it one", () => {
    const proposed = (repropose: "counter" | "refuse") =>
      negotiationOf({ rules: { repropose }, moves: ["propose"] });
    expect(judgedAction(proposed("counter"), "propose")).toBe("counter");
    expect(judgedAction(proposed("refuse"), "propose")).toBe("propose");
    expect(judgedAction(negotiationOf(), "propose")).toBe("propose");
    expect(judgedAction(proposed("counter"), "accept")).toBe("accept");
  });

  it("EN-16, EN-17: exceeding and reaching are told apart, and neither is met by a move that is barred", () => {
    const spent = negotiationOf({ rules: { ...EVERYTHING, cap: { limit: 1 } }, moves: ["propose"] });
    const last = negotiationOf({
      rules: { ...EVERYTHING, cap: { limit: 2, mode: "reach" } },
      moves: ["propose"],
    });
    const meets = (record: Negotiation, step: MoveStep) => [
      closesByCap(record, eventOf(record, step)),
      reachesCap(record, eventOf(record, step)),
    ];
    expect(meets(spent, { action: "counter" })).toEqual([true, false]);
    expect(meets(last, { action: "counter" })).toEqual([false, true]);
    for (const step of [
      { action: "counter", by: "ada" },
      { action: "accept" },
      { action: "counter", replyTo: "x" },
    ] as const) {
      expect(meets(spent, step)).toEqual([false, false]);
      expect(meets(last, step)).toEqual([false, false]);
    }
    // What the fields bar neither reaches a cap nor exceeds it.
    expect(meets(last, { action: "counter", terms: undefined })).toEqual([false, false]);
    expect(meets(spent, { action: "counter", terms: undefined })).toEqual([false, false]);
  });
});
