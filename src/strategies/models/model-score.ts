/**
 * @module
 * How well an opponent model knows the party that it models. Whoever scores knows both sides; no strategy does.
 */

import { readOptions } from "../../core/checks/index.js";
import type { OutcomeSpace } from "../../preferences/model/index.js";
import type { RunningModel } from "../play/index.js";

/** The agreement of a model with the truth. */
export interface ModelScore {
  /** By order, in [-1, 1]; `null` where the model or the truth values all outcomes alike. */
  readonly kendallTauB: number | null;
  /** By size, in [-1, 1]; `null` where the model or the truth values all outcomes alike. */
  readonly pearson: number | null;
  /** How many outcomes were compared. */
  readonly outcomeCount: number;
  /** Whether they are a sample. */
  readonly sampled: boolean;
}

/** The party that is modelled: its inverse utility will do. */
export interface ModelledParty {
  readonly space: OutcomeSpace;
  readonly utility: (index: number) => number;
}

/** Which outcomes to compare. */
export interface ModelScoreOptions {
  /**
   * At most so many outcomes, else a sample of that many; the cost grows with its square.
   * @default 1000
   */
  readonly maxOutcomes?: number | undefined;
  /**
   * Of the sample.
   * @default 0
   */
  readonly seed?: number | undefined;
}

/**
 * Kendall's tau-b and Pearson's correlation of a model's utilities with the true ones.
 *
 * A runner may feed a model that no strategy uses and score it.
 *
 * @see docs/requirements/bargaining.md, BA-28
 * @example
 * const space = outcomeSpace([{ name: "colour", kind: "categorical", values: ["red", "blue"] }]);
 * const model = frequencyLinear().start({ space });
 * model.observe(0, 0.1);
 * modelScore(model, { space, utility: (index) => 1 - index }).kendallTauB; // 1
 */
export function modelScore(
  model: Pick<RunningModel, "utility">,
  truth: ModelledParty,
  options: ModelScoreOptions = {},
): ModelScore {
  const keys = ["maxOutcomes", "seed"] as const;
  const { maxOutcomes = 1000, seed = 0 } = readOptions("the options of modelScore", options, keys);
  const { space } = truth;
  const indices = space.sample(maxOutcomes, seed);
  const modelled = Float64Array.from(indices, (index) => model.utility(index));
  const actual = Float64Array.from(indices, (index) => truth.utility(index));
  return Object.freeze({
    kendallTauB: kendallTauB(modelled, actual),
    pearson: pearson(modelled, actual),
    outcomeCount: indices.length,
    sampled: indices.length < space.cardinality,
  });
}

/**
 * Kendall's tau-b of two lists of one length, in [-1, 1]; `null` where either list has no two different numbers.
 *
 * Looks at all pairs: O(n^2).
 *
 * @see Kendall, The treatment of ties in ranking problems, Biometrika 33, 1945
 * @example
 * kendallTauB([1, 2, 3, 4], [1, 2, 4, 3]); // 4 / 6: five pairs agree, one does not
 * kendallTauB([1, 2], [5, 5]); // null
 */
export function kendallTauB(one: ArrayLike<number>, other: ArrayLike<number>): number | null {
  const { length } = one;
  let balance = 0;
  let oneUntied = 0;
  let otherUntied = 0;
  for (let later = 1; later < length; later += 1) {
    const oneLater = one[later] as number;
    const otherLater = other[later] as number;
    for (let earlier = 0; earlier < later; earlier += 1) {
      const oneOrder = Math.sign(oneLater - (one[earlier] as number));
      const otherOrder = Math.sign(otherLater - (other[earlier] as number));
      balance += oneOrder * otherOrder;
      oneUntied += oneOrder * oneOrder;
      otherUntied += otherOrder * otherOrder;
    }
  }
  if (oneUntied === 0 || otherUntied === 0) return null;
  return balance / Math.sqrt(oneUntied * otherUntied);
}

/**
 * Pearson's correlation of two lists of one length, in [-1, 1]; `null` where either list has no two different
 * numbers.
 *
 * @see Pearson, Notes on regression and inheritance in the case of two parents, 1895
 * @example
 * pearson([1, 2, 3], [10, 20, 30]); // 1
 */
export function pearson(one: ArrayLike<number>, other: ArrayLike<number>): number | null {
  if (isConstant(one) || isConstant(other)) return null;
  const { length } = one;
  const oneMean = mean(one);
  const otherMean = mean(other);
  let product = 0;
  let oneSquares = 0;
  let otherSquares = 0;
  for (let place = 0; place < length; place += 1) {
    const oneOff = (one[place] as number) - oneMean;
    const otherOff = (other[place] as number) - otherMean;
    product += oneOff * otherOff;
    oneSquares += oneOff * oneOff;
    otherSquares += otherOff * otherOff;
  }
  const scale = Math.sqrt(oneSquares) * Math.sqrt(otherSquares);
  // Differences so small that their squares vanish leave nothing to correlate.
  return scale === 0 ? null : Math.max(-1, Math.min(1, product / scale));
}

/** Told by the numbers themselves: their mean may differ from each by a rounding. */
function isConstant(numbers: ArrayLike<number>): boolean {
  for (let place = 1; place < numbers.length; place += 1) {
    if (numbers[place] !== numbers[0]) return false;
  }
  return true;
}

function mean(numbers: ArrayLike<number>): number {
  let sum = 0;
  for (let place = 0; place < numbers.length; place += 1) sum += numbers[place] as number;
  return sum / numbers.length;
}
