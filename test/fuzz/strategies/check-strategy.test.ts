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

  it.each<[string, (size: number) => number, number]>([
    ["its size", (size) => size / 1_000, 100],
    ["its logarithm", Math.log2, 5 / 3],
    ["nothing", () => 1, 1],
    ["no time at all", () => 0, 1],
  ])("slowed_down is the cost at 100,000 outcomes in that at 1,000: by %s", (_, cost, expected) => {
    let ms = 0;
    const strategy = doingBeside((__, { inverse }) => {
      ms += cost(inverse.size);
    });
    const measured: CheckStrategyOptions = { seed: 1, only: "slowed_down", now: () => ms };
    const { slowdown, faults, text } = findStrategyFaults(strategy, measured);
    expect(slowdown).toBeCloseTo(expected);
    expect(faults.length).toBe(expected > 3 ? 1 : 0);
    if (expected > 3) expect(text).toContain('{ ...options, only: "slowed_down", seed: 1 })');
  });

  it("slowed_down is measured three times before it counts, whatever a busy machine does now and then", () => {
    const plays = (slowdown: number): number => {
      let count = 0;
      let ms = 0;
      const make = (): Strategy => {
        count += 1;
        return linear();
      };
      const now = (): number => (ms += 400 * count);
      findStrategyFaults(make, { seed: 1, only: "slowed_down", slowdown, now });
      return count;
    };
    // One more tells its name.
    expect([plays(1e9), plays(1)]).toEqual([7, 19]);
    let [calls, ms] = [0, 0];
    const busy = doingBeside(() => {
      ms += 0.01;
    });
    const now = (): number => (ms += ++calls % 7 === 0 ? 40 : 0);
    expect(findStrategyFaults(busy, { seed: 1, only: "slowed_down", now }).slowdown).toBeCloseTo(1);
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
    expect(lines.slice(3, 7)).toEqual([
      expect.stringMatching(/^ {2}scenario {2}.+ with \d+ outcomes$/),
      expect.stringMatching(/^ {2}party {5}\d \(.+\), reservation /),
      expect.stringMatching(/^ {2}seat {6}(initiator|responder), at most \d+ turns, strategy seed \d+$/),
      expect.stringMatching(/^ {2}moves {5}1\. (it|the other) proposes outcome \d+ \(worth /),
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

  it("is a strategy that is none, also from a function", () => {
    for (const subject of [{}, () => ({})]) {
      expect(() => checkStrategy(subject as never, options)).toThrow(
        expect.objectContaining({ code: "strategy_invalid" }),
      );
    }
  });

  it.each<[string, object, string]>([
    ["an unknown key", { run: 5 }, "Did you mean runs?"],
    ["no runs", { runs: 0 }, "runs to be an integer of at least 1"],
    ["a fraction as seed", { seed: 0.5 }, "seed to be an integer"],
    ["no turns", { turnLimit: 0 }, "turnLimit to be"],
    ["a kind that is none", { only: "slow" }, 'only to be "threw" or '],
    ["a family that is none", { family: "boulware" }, 'family to be "time-dependent" or '],
    ["a path alone", { path: "1:2" }, "path together with seed and only"],
    ["no scenarios", { scenarios: [] }, "at least one of scenarios"],
    ["a speed-up", { slowdown: 0.5 }, "slowdown to be a number of at least 1"],
    ["another text", { slowdown: "off" }, 'or "none", got "off"'],
  ])("is a wrong option: %s", (_, wrong, message) => {
    expect(() => findStrategyFaults(linear(), wrong)).toThrow(message);
  });
});
