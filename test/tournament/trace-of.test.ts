import { describe, expect, it } from "vitest";
import { analysisOf, metricsOf } from "../../src/analysis/index.js";
import type { Negotiation } from "../../src/core/record/index.js";
import type { IssueTerms } from "../../src/preferences/model/index.js";
import { generateScenario, type Scenario } from "../../src/preferences/scenarios/index.js";
import { negotiationHtml } from "../../src/report/page/index.js";
import { utilityPlaneSvg } from "../../src/report/plane/index.js";
import { namedStrategies } from "../../src/strategies/agents/index.js";
import { runNegotiation, type TracedNegotiation, traceOf } from "../../src/tournament/index.js";
import { roomRun } from "../strategies/room-run.js";
import { fixturesFolder, oracleCases } from "./oracle.js";

const twoParty = oracleCases(fixturesFolder).filter(({ scenario }) => scenario.parties.length === 2);
const strategies = ["boulware", "conceder"].map((name) => namedStrategies[name]!());

describe("the trace of a room", () => {
  it.each(twoParty)("BA-35: has the rows of the headless runner on $key", async ({ scenario }) => {
    const same = { scenario, strategies, turnLimit: 40, seed: 0 };
    const { record } = await roomRun(same);
    const { trace } = runNegotiation({ ...same, trace: true });
    expect(traceOf(record, scenario, { turnLimit: 40 })).toEqual(trace);
    // The rules of the record say the same as the agents were told.
    expect(traceOf(record, scenario)).toEqual(trace);
  });

  it("D-17: record, trace and analysis that come back from JSON give the same metrics, picture and page", async () => {
    const { scenario } = twoParty[0]!;
    const { record } = await roomRun({ scenario, strategies, turnLimit: 40, seed: 0 });
    const trace = traceOf(record, scenario);
    const analysis = analysisOf(scenario);
    expect(metricsOf(trace, analysis).agreed).toBe(true);
    const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
    const traceAgain = traceOf(copy(record), copy(scenario));
    expect(traceAgain).toEqual(trace);
    expect(copy(trace)).toEqual(trace);
    const [one, other] = [{ scenario, trace, analysis }, copy({ scenario, trace: traceAgain, analysis })];
    expect(metricsOf(other!.trace, other!.analysis)).toEqual(metricsOf(trace, analysis));
    expect(utilityPlaneSvg(other!)).toBe(utilityPlaneSvg(one!));
    expect(negotiationHtml(other!)).toBe(negotiationHtml(one!));
  });
});

const SCENARIO: Scenario = {
  ...generateScenario(1, [3], 2),
  issues: [{ name: "share", kind: "continuous", min: 0, max: 1, levels: 11 }],
  parties: [
    {
      name: "ada",
      preferences: { kind: "additive", weights: [1], values: [{ kind: "linear", slope: 1 }] },
    },
    {
      name: "smith",
      preferences: { kind: "additive", weights: [1], values: [{ kind: "linear", slope: -1, from: 1 }] },
    },
  ],
};

type Row = TracedNegotiation<IssueTerms>["turns"][number];

/** A record of turns 1 s apart: shares are proposals, other things actions. */
function recordOf(
  turns: readonly (number | "accept" | "reject" | "question" | "withdraw")[],
  cap: Partial<Negotiation["rules"]["cap"]> = {},
): TracedNegotiation<IssueTerms> {
  let round = 0;
  const rows = turns.map((turn, index): Row => {
    const isOffer = typeof turn === "number";
    if (isOffer) round += 1;
    return {
      number: index + 1,
      seat: index % 2 === 0 ? "initiator" : "responder",
      action: isOffer ? (round === 1 ? "propose" : "counter") : turn,
      round: isOffer ? round : null,
      terms: isOffer ? { share: turn } : null,
      at: 5_000 + 1_000 * index,
    };
  });
  const rules = {
    cap: { counts: "turns", limit: 8, mode: "reach", result: "expired", ...cap },
    totalMs: 10_000,
  };
  return { turns: rows, rules: rules as Negotiation["rules"] };
}

describe("a row of a room", () => {
  it("BA-35: tells who did what, what it was worth exactly, and nothing of what proposes nothing", () => {
    const trace = traceOf(recordOf([0.25, "question", 0.625, "accept"]), SCENARIO, { turnLimit: 8 });
    expect(trace).toEqual([
      {
        turnNumber: 1,
        cycle: 0,
        relativeTime: 1 / 5,
        seat: "initiator",
        party: 0,
        action: "propose",
        outcome: 2,
        utilities: [0.25, 0.75],
      },
      {
        turnNumber: 2,
        cycle: 0,
        relativeTime: 1 / 5,
        seat: "responder",
        party: 1,
        action: "question",
        outcome: null,
        utilities: null,
      },
      expect.objectContaining({
        party: 0,
        action: "counter",
        cycle: 1,
        outcome: 6,
        utilities: [0.625, 0.375],
      }),
      expect.objectContaining({
        party: 1,
        action: "accept",
        cycle: 1,
        outcome: 6,
        utilities: [0.625, 0.375],
      }),
    ]);
    for (const end of ["reject", "withdraw"] as const) {
      const last = traceOf(recordOf([0.25, end]), SCENARIO).at(-1);
      expect(last).toMatchObject({ action: end, outcome: null, utilities: null });
    }
  });

  it("is frozen, at every depth", () => {
    const trace = traceOf(recordOf([0.25, "accept"]), SCENARIO);
    expect([trace, ...trace, ...trace.map(({ utilities }) => utilities)].every(Object.isFrozen)).toBe(true);
  });

  it("BA-14: has the time that the agents saw: by turns, by proposals, by the turns before, or by the rules", () => {
    const record = recordOf([0.1, "question", "question", 0.2, 0.3]);
    const timesOf = (...options: Parameters<typeof traceOf>[2][]) =>
      traceOf(record, SCENARIO, ...options).map(({ relativeTime }) => relativeTime);
    expect(timesOf({ turnLimit: 8 })).toEqual([1 / 5, 1 / 5, 2 / 5, 2 / 5, 3 / 5]);
    expect(timesOf({ turnLimit: 8, counts: "proposals" })).toEqual([1 / 5, 1 / 5, 1 / 5, 1 / 5, 2 / 5]);
    expect(timesOf({ totalMs: 10_000 })).toEqual([0, 0, 0.1, 0.2, 0.3]);
    expect(timesOf()).toEqual([1 / 5, 1 / 5, 2 / 5, 2 / 5, 3 / 5]);
    const unlimited = traceOf(recordOf([0.1, 0.2, 0.3], { limit: "unlimited" }), SCENARIO);
    expect(unlimited.map(({ relativeTime }) => relativeTime)).toEqual([0, 0, 0.1]);
  });

  it("BA-16: reads the room's own terms by a codec", () => {
    const { rules, turns } = recordOf([0.25, "accept"]);
    const own = turns.map((turn) => ({ ...turn, terms: turn.terms && { percent: 25 } }));
    const codec = { read: ({ percent }: { readonly percent: number }) => ({ share: percent / 100 }) };
    expect(traceOf({ rules, turns: own }, SCENARIO, { codec }).map(({ outcome }) => outcome)).toEqual([2, 2]);
  });

  it("is refused where a proposal is outside the space, with the place", () => {
    expect(() => traceOf(recordOf([0.25, 7]), SCENARIO)).toThrow(
      expect.objectContaining({
        code: "outcome_invalid",
        details: { issueCount: 1, issues: [expect.objectContaining({ path: ["turns", 1, "terms"] })] },
      }),
    );
    const three = { ...SCENARIO, parties: [...SCENARIO.parties, SCENARIO.parties[0]!] };
    expect(() => traceOf(recordOf([0.25]), three)).toThrow(
      expect.objectContaining({ code: "scenario_unsupported" }),
    );
  });
});
