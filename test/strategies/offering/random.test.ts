import { expect, it } from "vitest";
import { random } from "../../../src/strategies/agents/index.js";
import { listed, Scene } from "../scenes.js";

it("BA-26: random proposes each rational outcome as often as any other, and no other, from its seed", () => {
  const { inverse } = listed([0, 0.9, 0.4, 0.6, 0.5], 0.5);
  const counts = new Map<number, number>();
  for (let seed = 0; seed < 3_000; seed += 1) {
    const outcome = new Scene(random(), inverse, { seed }).answer(0);
    expect(new Scene(random(), inverse, { seed }).answer(0)).toBe(outcome);
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual([1, 3, 4]);
  for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(120);
});
