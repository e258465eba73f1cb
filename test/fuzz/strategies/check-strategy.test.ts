import { describe, expect, it } from "vitest";
import type {
  CheckStrategyOptions,
  StrategyFaultError,
  StrategyFaultKind,
} from "../../../src/fuzz/strategies/index.js";
import { checkStrategy, findStrategyFaults } from "../../../src/fuzz/strategies/index.js";
import { generateScenario } from "../../../src/preferences/scenarios/index.js";
import { boulware, linear, namedStrategies, timeDependent } from "../../../src/strategies/agents/index.js";
import { bayesian } from "../../../src/strategies/models/index.js";
import type { Strategy } from "../../../src/strategies/play/index.js";
import { brokenStrategies, countingDown, doingBeside } from "../broken-strategies.js";

const options: CheckStrategyOptions = { seed: 1, slowdown: "none" };

function kindsOf(
  strategy: Strategy | (() => Strategy),
  more: CheckStrategyOptions = {},
): readonly StrategyFaultKind[] {
  return findStrategyFaults(strategy, { ...options, ...more }).faults.map(({ kind }) => kind);
}

describe("every named strategy passes", () => {
  it.each(Object.entries(namedStrategies))("%s keeps the promises of its family (BA-15, D-15)", (_, make) => {
    checkStrategy(make(), { ...options, runs: 60 });
  });

  it("with a model and other parts too, and made anew each time", () => {
    checkStrategy(() => timeDependent({ exponent: 2, pick: "model", model: bayesian() }), {
      ...options,
      runs: 20,
    });
  });

  it("on scenarios of the user's own, seen from each party", () => {
    const scenarios = [generateScenario(3, [4, 3, 2], 3)];
    const report = checkStrategy(boulware(), { ...options, scenarios, turnLimit: 9, runs: 20 });
    expect(report).toMatchObject({ strategy: "boulware", faults: [], runs: 20, seed: 1, slowdown: null });
    expect(report.judged).toContain("broke_family");
    expect(report.text).toBe("boulware keeps its promises: 9 kinds of faults, 20 trials each, seed 1.");
  });

  it("measured on the real clock, within a bound that no busy machine reaches", () => {
    const report = checkStrategy(boulware(), { seed: 1, only: "slowed_down", slowdown: 40 });
    expect(report.judged).toEqual(["slowed_down"]);
    expect(report.slowdown).toBeGreaterThan(0);
  });
});

describe("each fault is found, and it alone", () => {
  const mutants = Object.entries(brokenStrategies).filter(([kind]) => kind !== "slowed_down");

  it.each(mutants)("%s", (kind, make) => {
    expect(kindsOf(make())).toEqual([kind]);
  });

  it("slowed_down, by a clock that the strategy itself moves", () => {
    let ms = 0;
    const scanning = (cost: (size: number) => number): Strategy =>
      doingBeside((_, { inverse }) => {
        ms += cost(inverse.size);
      });
    const bound: CheckStrategyOptions = { ...options, runs: 5, slowdown: 3, now: () => ms };
    expect(
      kindsOf(
        scanning((size) => size / 1_000),
        bound,
      ),
    ).toEqual(["slowed_down"]);
    expect(kindsOf(scanning(Math.log), bound)).toEqual([]);
    expect(
      kindsOf(
        scanning((size) => size / 1_000),
        { ...bound, slowdown: "none" },
      ),
    ).toEqual([]);
  });

  it("accepted_below_reservation, where the condition is asked what a player would not ask", () => {
    const eager: Strategy = { ...linear(), acceptance: { name: "eager", start: () => () => true } };
    expect(kindsOf(eager)).toEqual([]);
    expect(kindsOf(eager, { asksBelowReservation: true })).toEqual(["accepted_below_reservation"]);
    expect(kindsOf(linear(), { asksBelowReservation: true })).toEqual([]);
  });

  it.each([["no"], [undefined], [Promise.resolve(false)]])(
    "BA-16: threw, where a condition answers %o instead of yes or no",
    (given) => {
      const acceptance = { name: "odd", start: () => () => given as never };
      expect(kindsOf({ ...linear(), acceptance })).toEqual(["threw"]);
    },
  );

  it("not in a strategy that is made anew for each negotiation", () => {
    expect(kindsOf(brokenStrategies.shared_state)).toEqual([]);
  });

  it("several at once are all told", () => {
    const make = (): Strategy => doingBeside(({ turnNumber }) => void (Date.now() + turnNumber));
    expect(kindsOf({ ...make(), acceptance: { name: "bad", start: () => () => unknown() } })).toEqual([
      "threw",
      "asked_the_world",
    ]);
    function unknown(): never {
      throw new Error("bad");
    }
  });
});

describe("the report", () => {
  const broken = { ...countingDown(({ received }) => received.length), name: "linear" };

  function thrown(more: CheckStrategyOptions = {}): StrategyFaultError {
    try {
      checkStrategy(broken, { ...options, ...more });
    } catch (error) {
      return error as StrategyFaultError;
    }
    throw new Error("Expected a fault, found none.");
  }

  it("is what checkStrategy throws, and tells all of it", () => {
    const { name, message, report } = thrown();
    expect(name).toBe("StrategyFaultError");
    expect(message).toBe(report.text);
    const [fault] = report.faults;
    expect(fault).toMatchObject({ kind: "broke_family", seed: 1, path: expect.any(String) });
    const lines = message.split("\n");
    expect(lines.slice(0, 3)).toEqual([
      "Expected linear to keep its promises, got 1 broken:",
      "",
      expect.stringMatching(
        /^broke_family: at turn \d+ it (asks more than before|answers the other side): outcome/,
      ),
    ]);
    expect(lines.at(-1)).toBe(
      `  again     checkStrategy(strategy, { ...options, only: "broke_family", seed: 1, path: "${fault?.path}" })`,
    );
  });

  it("is the same for the same seed, and the fault is seen again by its path alone", () => {
    const { report } = thrown();
    expect(thrown().report).toEqual(report);
    const { kind, seed, path, reason, trial, turns } = report.faults[0]!;
    const again = thrown({ only: kind, seed, path: path!, runs: 1 });
    expect(again.report.faults[0]).toMatchObject({ kind, reason, trial, turns });
  });

  it("names other seeds when none is given, and one for all kinds", () => {
    const seeds = [1, 2].map(() => findStrategyFaults(boulware(), { runs: 1, slowdown: "none" }).seed);
    expect(seeds[0]).not.toBe(seeds[1]);
  });
});

describe("what is no fault of the strategy", () => {
  it("is thrown as it is", () => {
    const scenario = generateScenario(1, [2], 1);
    const parties = [{ name: "p0", preferences: { kind: "additive", weights: [], values: [] } }];
    const bad = { ...scenario, parties } as unknown as typeof scenario;
    expect(() => checkStrategy(linear(), { ...options, scenarios: [bad] })).toThrow(
      expect.objectContaining({ code: "preferences_invalid" }),
    );
  });

  it("is a strategy that is none", () => {
    expect(() => checkStrategy({} as Strategy, options)).toThrow(
      expect.objectContaining({ code: "strategy_invalid" }),
    );
  });
});
