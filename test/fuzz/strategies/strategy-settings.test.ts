import { expect, it } from "vitest";
import type { CheckStrategyOptions } from "../../../src/fuzz/strategies/index.js";
import { strategySettings } from "../../../src/fuzz/strategies/strategy-settings.js";
import { boulware, micro, zeuthen } from "../../../src/strategies/index.js";

it("complete the options by what the name promises", () => {
  expect(strategySettings(boulware(), {})).toMatchObject({
    name: "boulware",
    scenarios: null,
    seed: null,
    runs: 100,
    only: null,
    path: null,
    family: "time-dependent",
    turnLimit: null,
    slowdown: 3,
    asksBelowReservation: false,
  });
  expect(strategySettings(zeuthen(), {})).toMatchObject({ family: "none", slowdown: "none" });
  expect(strategySettings(micro(), { family: "monotonic", slowdown: 9 })).toMatchObject({
    family: "monotonic",
    slowdown: 9,
  });
  expect(strategySettings(boulware(), {}).now()).toBeGreaterThan(0);
});

it("take a strategy as it is, or a new one of a function each time", () => {
  const own = micro();
  expect(strategySettings(own, {}).source.instance()).toBe(own);
  const { source } = strategySettings(micro, {});
  expect(source.instance()).not.toBe(source.instance());
});

it.each<[string, unknown, string]>([
  ["an unknown key", { run: 5 }, "Did you mean runs?"],
  ["no runs", { runs: 0 }, "runs to be an integer of at least 1"],
  ["a fraction as seed", { seed: 0.5 }, "seed to be an integer"],
  ["no turns", { turnLimit: 0 }, "turnLimit to be"],
  ["a kind that is none", { only: "slow" }, "only to be one of threw,"],
  ["a family that is none", { family: "boulware" }, "family to be one of time-dependent,"],
  ["a path alone", { path: "1:2" }, "path together with seed and only"],
  ["no scenarios", { scenarios: [] }, "at least one of scenarios"],
  ["a speed-up", { slowdown: 0.5 }, "slowdown to be a number of at least 1"],
  ["another text", { slowdown: "off" }, 'or "none", got "off"'],
])("refuse %s", (_, options, message) => {
  expect(() => strategySettings(micro(), options as CheckStrategyOptions)).toThrow(message);
});

it("refuse what is no strategy, also from a function", () => {
  for (const subject of [{}, () => ({})]) {
    expect(() => strategySettings(subject as never, {})).toThrow(
      expect.objectContaining({ code: "strategy_invalid" }),
    );
  }
});
