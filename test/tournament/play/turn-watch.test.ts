import { expect, it } from "vitest";
import { namedStrategies } from "../../../src/strategies/agents/index.js";
import type { Strategy } from "../../../src/strategies/play/index.js";
import { runNegotiation, type TraceRow } from "../../../src/tournament/play/index.js";
import { fixturesFolder, oracleCases } from "../oracle.js";

const { scenario } = oracleCases(fixturesFolder)[0]!;
const named = (name: string): Strategy => namedStrategies[name]!();
const two = (one: Strategy, other: Strategy) => ({ scenario, strategies: [one, other], turnLimit: 200 });

it("freezes all that it hands out", () => {
  const rows: TraceRow[] = [];
  const strategies = two(named("boulware"), named("conceder"));
  const result = runNegotiation({ ...strategies, trace: true, onTurn: (row) => rows.push(row) });
  for (const one of [result, result.trace, result.utilities, result.hookFailures, ...rows]) {
    expect(Object.isFrozen(one)).toBe(true);
  }
  expect(rows.every(({ utilities }) => Object.isFrozen(utilities))).toBe(true);
});

it("lets what onTurn throws go to the caller", () => {
  const fault = new Error("the disk is full");
  const options = two(named("boulware"), named("conceder"));
  const onTurn = () => {
    throw fault;
  };
  expect(() => runNegotiation({ ...options, onTurn })).toThrow(fault);
});
