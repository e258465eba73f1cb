import { describe, expect, it } from "vitest";
import { nextDeadline } from "../../../../src/core/deadlines/index.js";
import type { Deadlines, NegotiationState } from "../../../../src/core/record/index.js";
import { earliestOf, wakeCourse } from "../../../../src/simulation/invariants/transitions/index.js";
import { WEIGHTS } from "../../../../src/simulation/invariants/transitions/invariant-wakes.js";
import { stateIn } from "../../../../src/simulation/observation/index.js";
import { Script } from "../../observed-histories.js";

const at = 1_000;
const none: Deadlines = {
  totalAt: null,
  validityAt: null,
  turnAt: null,
  consultAt: null,
  parkAt: null,
  claimAt: null,
};
const rules = {
  turnMs: 300,
  park: { parkMs: 600, claimBudget: "remaining", onClaimExpiry: "repark" },
  consult: {},
} as const;
const base = stateIn(new Script(rules).move({ action: "propose", terms: 1 }).last.after);

const state = (given: object, more: object = {}): NegotiationState =>
  ({ ...base, ...given, rules: { ...base.rules, ...more } }) as NegotiationState;

const ends = (given: object, more: object, type: string): readonly [string, string | null] => {
  const { end } = wakeCourse(state(given, more), [type], at);
  return [end.status, end.reason];
};

describe("which deadline goes first", () => {
  it("is the earliest, and of equal ones the weightiest", () => {
    for (const [index, kind] of WEIGHTS.entries()) {
      const all = Object.fromEntries(WEIGHTS.map((one, place) => [`${one}At`, place >= index ? at : at + 1]));
      const deadlines = { ...none, ...all } as Deadlines;
      expect(earliestOf(deadlines)).toEqual({ kind, at });
      expect(earliestOf(deadlines)).toEqual(nextDeadline({ deadlines }));
    }
    expect(earliestOf({ ...none, totalAt: 5, claimAt: 4 })).toEqual({ kind: "claim", at: 4 });
    expect(earliestOf(none)).toBeUndefined();
  });
});

describe("what a timeout leads to", () => {
  it("ends, as the rules say", () => {
    expect(ends({}, { onTotalTimeout: "stall" }, "total.timeout")).toEqual(["stalled", "total_timeout"]);
    expect(ends({}, { onTotalTimeout: "expire" }, "total.timeout")).toEqual(["expired", "total_timeout"]);
    expect(ends({}, {}, "proposal.expired")).toEqual(["expired", "proposal_expired"]);
    expect(ends({}, { onTurnTimeout: "expire" }, "turn.timeout")).toEqual(["expired", "turn_timeout"]);
    expect(ends({}, { onTurnTimeout: "stall" }, "turn.timeout")).toEqual(["stalled", "turn_timeout"]);
    const park = { ...base.rules.park, onClaimExpiry: "close" };
    expect(ends({}, { park }, "claim.expired")).toEqual(["stalled", "turn_timeout"]);
  });

  it("hands the turn to the fallback, which may miss it once", () => {
    const { end } = wakeCourse(state({}, { onTurnTimeout: "fallback" }), ["turn.timeout"], at);
    expect(end).toMatchObject({
      status: "proposed",
      reason: null,
      awaiting: { kind: "fallback", since: at },
    });
    expect(end.deadlines.turnAt).toBe(at + 300);
    const again = { awaiting: { kind: "fallback", since: 1 } };
    expect(ends(again, { onTurnTimeout: "fallback" }, "turn.timeout")).toEqual(["stalled", "agent_error"]);
    expect(wakeCourse(base, ["park.expired"], at).end.awaiting).toEqual({ kind: "fallback", since: at });
  });

  it("parks a lost claim again while its first window is open", () => {
    const awaiting = {
      kind: "claimed",
      since: 1,
      firstParkedAt: at - 500,
      parkMs: 600,
      claim: { agentId: "a", claimId: "c", claimedAt: 1 },
    };
    const { end } = wakeCourse(state({ awaiting }), ["claim.expired"], at);
    expect(end.awaiting).toEqual({
      kind: "parked",
      since: at,
      firstParkedAt: at - 500,
      parkMs: 600,
      claim: null,
    });
    expect(end.deadlines).toMatchObject({ parkAt: at + 100, turnAt: null, totalAt: base.deadlines.totalAt });
    const passed = wakeCourse(state({ awaiting: { ...awaiting, parkMs: 500 } }), ["claim.expired"], at);
    expect(passed.end.awaiting?.kind).toBe("fallback");
    const park = { ...base.rules.park, onClaimExpiry: "fallback" };
    expect(wakeCourse(state({ awaiting }, { park }), ["claim.expired"], at).end.awaiting?.kind).toBe(
      "fallback",
    );
  });

  it("resumes a turn whose consult has missed its answer", () => {
    const { end } = wakeCourse(base, ["consult.expired"], at);
    expect(end).toMatchObject({ hasMissedConsult: true, awaiting: { kind: "move", since: at } });
    expect(end.deadlines.turnAt).toBe(at + 300);
  });

  it("is told step by step: what was armed, and what had to go first", () => {
    const deadlines = { ...none, totalAt: 900, turnAt: 800 };
    const { steps, end } = wakeCourse(
      state({ deadlines }, { onTurnTimeout: "fallback", onTotalTimeout: "expire" }),
      ["turn.timeout", "total.timeout", "lunch.time"],
      at,
    );
    expect(steps).toEqual([
      { kind: "turn", armedAt: 800, due: { kind: "turn", at: 800 } },
      { kind: "total", armedAt: 900, due: { kind: "total", at: 900 } },
      { kind: undefined, armedAt: null, due: undefined },
    ]);
    expect(end).toMatchObject({
      status: "expired",
      reason: "total_timeout",
      awaiting: null,
      deadlines: none,
    });
  });
});
