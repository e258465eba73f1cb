import type { StrategyTrial } from "../../src/fuzz/strategies/index.js";
import { type PreparedTrial, preparedTrial } from "../../src/fuzz/strategies/strategy-trial.js";
import { generateScenario, type Scenario } from "../../src/preferences/scenarios/index.js";

/** A scenario of one issue for two parties: so many values, utilities from 0 to 1, rising for the first party. */
export function ramp(size: number, reservation: number | null = null): Scenario {
  const rising = Array.from({ length: size }, (_, index) => index / (size - 1));
  const preferences = (values: readonly number[]) =>
    ({ kind: "additive", weights: [1], values: [{ kind: "table", values }], reservation }) as const;
  return {
    ...generateScenario(1, [size], 2),
    name: "ramp",
    parties: [
      { name: "up", preferences: preferences(rising) },
      { name: "down", preferences: preferences(rising.toReversed()) },
    ],
  };
}

/** A trial on a ramp of eleven outcomes, whose index is ten times the utility. */
export function aTrial(more: Partial<StrategyTrial> & { readonly reservation?: number } = {}): PreparedTrial {
  const { reservation, ...trial } = more;
  return preparedTrial({
    scenario: ramp(11, reservation ?? null),
    party: 0,
    seat: "responder",
    turnLimit: 20,
    seed: 1,
    places: [],
    ...trial,
  });
}
