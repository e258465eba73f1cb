import fc from "fast-check";
import { expect, it } from "vitest";
import { bayesian } from "../../../src/strategies/models/index.js";
import { categoricalSpace } from "../solo-party.js";

it("BA-28, D-9: a two-issue case after one observation, worked out by hand", () => {
  // Two issues of two values: shapes falling (1, 0) and rising (0, 1). At first every score is expected to be 1/2,
  // both weights 1/2. The offer (0, 0) at t = 0 is assumed worth 1.
  const model = bayesian().start({ space: categoricalSpace(2, 2) });
  model.observe(0, 0);
  // Value hypotheses of one issue: the other gives 1/4; falling 1/4 + 1/2 = 3/4, rising 1/4: misses 1/4 and 3/4.
  const [near, far] = [1 / 4, 3 / 4].map((miss) => Math.exp(-(miss ** 2) / 0.045)) as [number, number];
  const falling = near / (near + far);
  // Weight hypotheses w: 1/2 w + 1/4 (1 - w) / (1/2) = 1/2 for each: all miss by 1/2, so the weights stay equal.
  expect(model.weights()[0]).toBeCloseTo(0.5, 12);
  expect(model.weights()[1]).toBeCloseTo(0.5, 12);
  // Expected scores: falling for value 0, the rest for value 1.
  expect(falling).toBeCloseTo(0.999985, 6);
  expect(model.utility(0)).toBeCloseTo(falling, 12);
  expect(model.utility(1)).toBeCloseTo(0.5, 12);
  expect(model.utility(3)).toBeCloseTo(1 - falling, 12);
});

it("BA-28: a second observation moves the weights by their likelihoods, with the others scaled", () => {
  const model = bayesian().start({ space: categoricalSpace(2, 2) });
  model.observe(0, 0);
  const high = model.utility(0);
  const low = model.utility(3);
  // (0, 1) at t = 1 is assumed worth 1/2. Hypothesis w for the first issue: w high + (1 - w) low; for the second:
  // w low + (1 - w) high: mirror images, so that the expected weights stay equal, but beliefs do not.
  model.observe(1, 1);
  expect(model.weights()[0]).toBeCloseTo(0.5, 12);
  // A third, (0, 1) at t = 0, is assumed worth 1: now the first issue must weigh more.
  const beliefs = Array.from({ length: 11 }, (_, level) => {
    const worth = (level / 10) * high + (1 - level / 10) * low;
    return Math.exp(-((worth - 0.5) ** 2) / 0.045);
  });
  // What the second observation did to the shapes: falling stays certain on the first issue to about 1e-5.
  const firstScore = expectedFalling(high, high / 2 + low / 2, 0.5, 1);
  const secondScore = expectedFalling(low, high / 2 + low / 2, 0.5, 0);
  model.observe(1, 0);
  const judged = (own: number, other: number): number => {
    const parts = beliefs.map((belief, level) => {
      const worth = (level / 10) * own + (1 - level / 10) * other;
      return belief * Math.exp(-((worth - 1) ** 2) / 0.045);
    });
    const total = parts.reduce((one, next) => one + next, 0);
    return parts.reduce((sum, part, level) => sum + (part / total) * (level / 10), 0);
  };
  const first = judged(firstScore, secondScore);
  const second = judged(secondScore, firstScore);
  expect(model.weights()[0]).toBeCloseTo(first / (first + second), 10);
  expect(model.weights()[0]).toBeGreaterThan(0.6);

  /** The expected score of the offered value: prior `score`, revised by an offer worth `assumed`. */
  function expectedFalling(score: number, worth: number, assumed: number, hypothesis: 0 | 1): number {
    const rest = worth - score / 2;
    const ifOne = Math.exp(-((rest + 0.5 - assumed) ** 2) / 0.045);
    const ifNone = Math.exp(-((rest - assumed) ** 2) / 0.045);
    expect(hypothesis === 1 ? score > 0.5 : score < 0.5).toBe(true);
    return (score * ifOne) / (score * ifOne + (1 - score) * ifNone);
  }
});

it("BA-28: a single issue weighs 1, and a single value 1", () => {
  const one = bayesian().start({ space: categoricalSpace(4) });
  expect(one.weights()).toEqual([1]);
  one.observe(2, 0.5);
  expect(one.weights()).toEqual([1]);
  const single = bayesian().start({ space: categoricalSpace(1, 1) });
  single.observe(0, 0);
  expect(single.utility(0)).toBe(1);
});

it("BA-28: stays within [0, 1], without NaN, after a long run of one offer", () => {
  const space = categoricalSpace(3, 4, 1);
  for (const relativeTime of [0, 1]) {
    const model = bayesian().start({ space });
    for (let turn = 0; turn < 2000; turn += 1) model.observe(7, relativeTime);
    for (let index = 0; index < space.cardinality; index += 1) {
      expect(model.utility(index)).toBeGreaterThanOrEqual(0);
      expect(model.utility(index)).toBeLessThanOrEqual(1);
    }
    expect(model.weights().reduce((one, other) => one + other, 0)).toBeCloseTo(1, 12);
  }
});

it("BA-28: stays within [0, 1], without NaN, when an issue has turned out to weigh nothing", () => {
  const model = bayesian().start({ space: categoricalSpace(2, 2) });
  // Worth 1 whatever the second issue says.
  for (let turn = 0; turn < 20_000; turn += 1) model.observe(turn % 2, 0);
  expect(model.weights()).toEqual([1, 0]);
  for (const index of [0, 1]) expect(model.utility(index)).toBeCloseTo(1, 6);
  for (const index of [2, 3]) expect(model.utility(index)).toBeCloseTo(0, 6);
});

/** What a shape with its peak at one position gives another: falling straight from 1 to 0 at both ends. */
function shapeScore(peak: number, digit: number, size: number): number {
  if (digit === peak) return 1;
  return digit < peak ? digit / peak : (size - 1 - digit) / (size - 1 - peak);
}

it("BA-28: values a single issue by the mean over all shapes, revised by their likelihoods", () => {
  const size = fc.integer({ min: 1, max: 12 });
  const offers = fc.array(fc.tuple(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 6 });
  fc.assert(
    fc.property(size, offers, (count, observed) => {
      const model = bayesian().start({ space: categoricalSpace(count) });
      const peaks = Array.from({ length: count }, (_, peak) => peak);
      let beliefs = peaks.map(() => 1 / count);
      for (const [number, time] of observed) {
        model.observe(number % count, time);
        const judged = beliefs.map((belief, peak) => {
          const miss = shapeScore(peak, number % count, count) - (1 - 0.5 * time);
          return belief * Math.exp(-(miss * miss) / 0.045);
        });
        const total = judged.reduce((one, other) => one + other, 0);
        beliefs = judged.map((belief) => belief / total);
      }
      for (const digit of peaks) {
        const mean = beliefs.reduce((sum, belief, peak) => sum + belief * shapeScore(peak, digit, count), 0);
        expect(model.utility(digit)).toBeCloseTo(mean, 10);
      }
    }),
  );
});

it("BA-28: expects mirrored values of mirrored beliefs, to the last bit", () => {
  for (const size of [1, 2, 5, 7, 10]) {
    const model = bayesian().start({ space: categoricalSpace(size) });
    const scores = Array.from({ length: size }, (_, digit) => model.utility(digit));
    expect(scores.toReversed()).toEqual(scores);
  }
});
