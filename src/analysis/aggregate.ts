/**
 * @module
 * Figures of many negotiations as one: those without a value are left out, and counted.
 */

import { type Figure, figureOf, undefinedBecause } from "./figure.js";

/** What many figures come to. All but the counts are undefined (`no-value`) where no figure has a value. */
export interface Aggregate {
  /** Figures with a value. */
  readonly count: number;
  /** Figures without one, which nothing below looks at. */
  readonly skippedCount: number;
  readonly mean: Figure;
  /** The middle value, or the mean of the two in the middle. */
  readonly median: Figure;
  /** Of these values as the whole population (divided by `count`): a tournament plays all its negotiations. */
  readonly standardDeviation: Figure;
  readonly minimum: Figure;
  readonly maximum: Figure;
}

/**
 * Sums up figures, in the order given.
 *
 * @example
 * const distances = [figureOf(0.25), undefinedBecause("no-reservation"), figureOf(0.75)];
 * console.log(aggregateOf(distances).mean.value, aggregateOf(distances).skippedCount); // 0.5 1
 */
export function aggregateOf(figures: Iterable<Figure>): Aggregate {
  const values: number[] = [];
  let skippedCount = 0;
  for (const { value } of figures) {
    if (value === null) skippedCount += 1;
    else values.push(value);
  }
  const sorted = Float64Array.from(values).sort();
  const mean = meanOf(values);
  const squares = values.map((value) => (value - mean) ** 2);
  return Object.freeze({
    count: values.length,
    skippedCount,
    mean: figureOrNothing(values, mean),
    median: figureOrNothing(values, middleOf(sorted)),
    standardDeviation: figureOrNothing(values, Math.sqrt(meanOf(squares))),
    minimum: figureOrNothing(values, sorted[0]),
    maximum: figureOrNothing(values, sorted.at(-1)),
  });
}

function figureOrNothing(values: readonly number[], value: number | undefined): Figure {
  return values.length === 0 || value === undefined ? undefinedBecause("no-value") : figureOf(value);
}

function meanOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

function middleOf(sorted: Float64Array): number | undefined {
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (sorted.length % 2 === 1 || upper === undefined) return upper;
  return ((sorted[middle - 1] as number) + upper) / 2;
}
