import { expect, it } from "vitest";
import { namedStrategies } from "../../src/strategies/named-strategies.js";
import type { Strategy } from "../../src/strategies/strategy.js";
import { runNegotiation } from "../../src/tournament/run-negotiation.js";
import { fixturesFolder, oracleCases } from "./oracle.js";

const { scenario } = oracleCases(fixturesFolder)[0]!;
const named = (name: string): Strategy => namedStrategies[name]!();
const two = (one: Strategy, other: Strategy) => ({ scenario, strategies: [one, other], turnLimit: 200 });

it.each([
  [{ strategies: [] }],
  [{ turnLimit: 0 }],
  [{ turnLimit: 1.5 }],
  [{ seed: Number.NaN }],
  [{ endProbability: 1 }],
  [{ inverses: [] }],
  [{ strategies: [named("boulware"), { name: "half" }] }],
])("refuses %o with strategy_invalid", (wrong) => {
  const options = { ...two(named("boulware"), named("conceder")), ...wrong };
  expect(() => runNegotiation(options as never)).toThrow(
    expect.objectContaining({ code: "strategy_invalid" }),
  );
});
