import * as fc from "fast-check";
import { expect, it } from "vitest";
import {
  arbitraryStrategyTrial,
  partnerOf,
  partsOf,
  preparedTrial,
} from "../../../src/fuzz/strategies/strategy-trial.js";
import { tough } from "../../../src/strategies/agents/index.js";
import { aTrial, ramp } from "../strategy-trials.js";

const samples = fc.sample(arbitraryStrategyTrial(null, null), { seed: 1, numRuns: 300 }).map(preparedTrial);

it("made-up trials reach every corner: one outcome, ties, all, some and no rational outcomes, both seats", () => {
  expect(samples.some(({ inverse }) => inverse.size === 1)).toBe(true);
  expect(samples.some(({ inverse }) => inverse.size > 60)).toBe(true);
  expect(samples.some(({ inverse }) => inverse.reservation === null)).toBe(true);
  expect(samples.some(({ inverse }) => inverse.rationalCount === 0)).toBe(true);
  expect(
    samples.some(({ inverse: { rationalCount, size } }) => rationalCount > 0 && rationalCount < size),
  ).toBe(true);
  expect(
    samples.some(
      ({ inverse }) =>
        inverse.size > 9 && new Set(samplesOf(inverse.size).map((i) => inverse.utility(i))).size < 5,
    ),
  ).toBe(true);
  expect(new Set(samples.map(({ seat, party }) => `${seat} ${party}`)).size).toBe(4);
  expect(new Set(samples.map(({ turnLimit }) => turnLimit)).size).toBeGreaterThan(20);
});

it("the partner concedes, retracts, stays and jumps", () => {
  const shapes = samples.map(({ places }) => {
    const rises = places.slice(1).map((place, index) => Math.sign(place - places[index]!));
    return places.length === 0
      ? "stays"
      : rises.includes(-1)
        ? rises.includes(1)
          ? "jumps"
          : "retracts"
        : "concedes";
  });
  expect(new Set(shapes)).toEqual(new Set(["stays", "concedes", "retracts", "jumps"]));
});

it("the partner's places count from the worst outcome to the best, and the last is repeated", () => {
  const { inverse } = aTrial();
  const offer = partnerOf({ inverse, places: [0, 500, 999] });
  expect([1, 2, 3, 4, 5, 6, 7, 99].map((turnNumber) => offer(turnNumber))).toEqual([
    0, 0, 5, 5, 10, 10, 10, 10,
  ]);
  expect(partnerOf({ inverse, places: [] })(4)).toBe(0);
});

it("given scenarios and limits are kept, and each party has its turn", () => {
  const scenario = ramp(4);
  const trials = fc.sample(arbitraryStrategyTrial([scenario], 7), { seed: 1, numRuns: 50 });
  expect(trials.every((trial) => trial.scenario === scenario && trial.turnLimit === 7)).toBe(true);
  expect(new Set(trials.map(({ party }) => party))).toEqual(new Set([0, 1]));
  const trial = preparedTrial(trials.find(({ party }) => party === 1)!);
  expect([trial.inverse.best(), trial.otherInverse.best()]).toEqual([0, 3]);
  expect(partsOf(trial, tough())).toMatchObject({ turnLimit: 7, seat: trial.seat, seed: trial.seed });
});

function samplesOf(size: number): readonly number[] {
  return Array.from({ length: size }, (_, index) => index);
}
