import { expect, it } from "vitest";
import { slowdownOf } from "../../../src/fuzz/strategies/strategy-slowdown.js";
import { tough } from "../../../src/strategies/agents/index.js";
import { brokenStrategies, doingBeside } from "../broken-strategies.js";

/** The ratio for a strategy that takes so long an offer, by a clock that also has hiccups. */
function measured(
  cost: (size: number) => number,
  { allowed = 3, hiccup = () => 0 }: { allowed?: number; hiccup?: () => number } = {},
): number | null {
  let ms = 0;
  const slow = doingBeside((_, { inverse }) => {
    ms += cost(inverse.size);
  });
  return slowdownOf(() => slow, { seed: 1, now: () => (ms += hiccup()), allowed });
}

it("is the cost of an offer at 100,000 outcomes over that at 1,000", () => {
  expect(measured((size) => size / 1_000)).toBeCloseTo(100);
  expect(measured(Math.log2)).toBeCloseTo(5 / 3);
  expect(measured(() => 1)).toBeCloseTo(1);
});

it("is not moved by a machine that is busy now and then", () => {
  let calls = 0;
  expect(measured(() => 0.01, { hiccup: () => (++calls % 7 === 0 ? 40 : 0) })).toBeCloseTo(1);
});

it("is measured three times before it counts as too much, and once where it does not", () => {
  const plays = (allowed: number): number => {
    let count = 0;
    const source = () => {
      count += 1;
      return tough();
    };
    let ms = 0;
    slowdownOf(source, { seed: 1, now: () => (ms += 400 * count), allowed });
    return count;
  };
  expect(plays(1e9)).toBe(6);
  expect(plays(1e-9)).toBe(18);
});

it("is one on a clock that stands still, and nothing for a strategy that throws", () => {
  expect(measured(() => 0)).toBe(1);
  expect(slowdownOf(brokenStrategies.threw, { seed: 1, now: () => 0, allowed: 3 })).toBeNull();
});
