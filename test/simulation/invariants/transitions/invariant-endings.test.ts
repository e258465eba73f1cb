import { describe, expect, it } from "vitest";
import type { NegotiationState } from "../../../../src/core/record/index.js";
import {
  faultOfOutcome,
  statusByRules,
} from "../../../../src/simulation/invariants/transitions/invariant-endings.js";
import { stateIn } from "../../../../src/simulation/observation/index.js";
import { Script } from "../../observed-histories.js";

const script = new Script().move({ action: "propose", terms: 1 }).move({ action: "reject" });
const rejected = stateIn(script.last.after);
const counts = { turnCount: 2, proposalCount: 1 };
const ending = { reason: "reject", by: "smith" } as const;

const outcomeWith = (given: object): NegotiationState =>
  ({ ...rejected, outcome: { ...rejected.outcome, ...given } }) as NegotiationState;

describe("how a negotiation ends", () => {
  it("is told by the outcome: reason, who, when, and what was counted", () => {
    expect(faultOfOutcome(rejected, ending, script.now, counts)).toBeUndefined();
    for (const given of [
      { reason: "withdraw" },
      { by: "ada" },
      { seat: "initiator" },
      { at: 1 },
      { turnCount: 3 },
      { rounds: 2 },
      { heldBy: "group" },
    ]) {
      expect(faultOfOutcome(outcomeWith(given), ending, script.now, counts)).toContain("expected");
    }
  });

  it("has a reason that goes with its status", () => {
    expect(faultOfOutcome(outcomeWith({ status: "expired" }), ending, script.now, counts)).toContain(
      "expected reject not to end as expired",
    );
  });

  it("has no outcome before, and one after", () => {
    const { outcome: _, ...rest } = rejected;
    const live = { ...rest, outcome: null } as NegotiationState;
    expect(faultOfOutcome(live, null, 0, counts)).toBeUndefined();
    expect(faultOfOutcome(live, ending, 0, counts)).toContain("ending");
    expect(faultOfOutcome(rejected, null, 0, counts)).toContain("ending");
  });

  it("follows the rules after a failure and after a cancellation", () => {
    const { rules } = rejected;
    expect(statusByRules(rules, "failure")).toBe("stalled");
    expect(statusByRules({ ...rules, onFailure: "expire" }, "failure")).toBe("expired");
    expect(statusByRules(rules, "cancelled")).toBe("withdrawn");
    expect(statusByRules({ ...rules, onCancel: "expire" }, "cancelled")).toBe("expired");
  });
});
