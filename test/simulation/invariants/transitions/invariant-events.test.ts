import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Action } from "../../../../src/core/record/index.js";
import { arbitraryHistory } from "../../../../src/fuzz/arbitraries/index.js";
import { eventsOfWrite } from "../../../../src/simulation/invariants/transitions/index.js";
import type { ObservedWrite } from "../../../../src/simulation/observation/index.js";
import { Script, writesOf } from "../../observed-histories.js";

const SIX: readonly Action[] = ["propose", "counter", "accept", "reject", "question", "withdraw"];
const CLAIM = { agentId: "a", claimId: "c" } as const;
const PARK = { parkMs: 600, claimBudget: "remaining", onClaimExpiry: "fallback" } as const;

function eventsOf(writes: readonly ObservedWrite[]): (readonly string[])[] {
  const run = { length: 0 };
  return writes.map((write) => eventsOfWrite(write, run));
}

describe("the events of a commit", () => {
  it("are those that the core derives, for any history", () => {
    fc.assert(
      fc.property(arbitraryHistory({ maxCommands: 40 }), (history) => {
        const writes = writesOf(history);
        expect(eventsOf(writes)).toEqual(writes.map(({ outbox }) => outbox.map(({ type }) => type)));
      }),
      { numRuns: 300 },
    );
  });

  it("come in the order of EN-39", () => {
    const rules = { actions: SIX, deadlockAfter: 2, park: PARK, consult: {} };
    const { writes } = new Script(rules)
      .move({ action: "propose", terms: 1 })
      .move({ action: "counter", terms: 2 })
      .move({ action: "question", message: "Why?" })
      .give({ type: "park" })
      .give({ type: "claim", ...CLAIM })
      .give({ type: "release", ...CLAIM })
      .due()
      .move({ action: "reject" }, { source: "fallback" });
    expect(eventsOf(writes)).toEqual([
      ["negotiation:started", "turn:awaited"],
      ["turn:recorded", "negotiation:updated", "turn:awaited"],
      ["turn:recorded", "negotiation:updated", "turn:awaited"],
      ["turn:recorded", "negotiation:updated", "turn:deadlocked", "turn:awaited"],
      ["turn:parked"],
      ["turn:claimed"],
      ["turn:released"],
      ["turn:fallback"],
      ["turn:recorded", "negotiation:rejected", "negotiation:settled"],
    ]);
  });

  it("tell a consult, its answer, a failure, a coerced opening and each end", () => {
    const asked = new Script({ actions: SIX, consult: {} })
      .move({ action: "propose", terms: 1 }, { source: "agent", coercedFrom: "counter" })
      .give({ type: "consult", partyId: "smith", id: "q", question: "How far?" })
      .give({ type: "answer", partyId: "smith", answer: "To 55." })
      .give({ type: "fail", partyId: "smith", turnNumber: 2, kind: "threw", error: "boom" })
      .give({ type: "fail", partyId: "smith", turnNumber: 2, kind: "threw", error: "boom" });
    expect(eventsOf(asked.writes).slice(1)).toEqual([
      ["turn:recorded", "turn:coerced", "negotiation:updated", "turn:awaited"],
      ["turn:consulted"],
      ["turn:answered", "turn:awaited"],
      ["turn:failed"],
      ["turn:failed", "negotiation:stalled", "negotiation:settled"],
    ]);
  });

  it("tell a deadlock once a run, which a consult breaks", () => {
    const script = new Script({ actions: SIX, deadlockAfter: 2, consult: {}, cap: { limit: 20 } })
      .move({ action: "propose", terms: 1 })
      .move({ action: "counter", terms: 2 })
      .give({ type: "consult", partyId: "ada", id: "q", question: "How far?" })
      .give({ type: "answer", partyId: "ada", answer: "To 55." })
      .move({ action: "counter", terms: 3 })
      .move({ action: "counter", terms: 4 })
      .move({ action: "counter", terms: 5 });
    const isDeadlocked = eventsOf(script.writes).map((types) => types.includes("turn:deadlocked"));
    expect(isDeadlocked).toEqual([false, false, false, false, false, false, true, false]);
  });
});
