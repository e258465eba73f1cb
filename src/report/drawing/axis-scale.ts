/**
 * @module
 * From utilities to places in a picture, with ticks at round numbers.
 */

/** A range of numbers laid along an axis. */
export interface AxisScale {
  readonly low: number;
  readonly high: number;
  /** Round numbers from `low` to `high`, ascending. */
  readonly ticks: readonly number[];
  /** The place of a number: `from` for `low`, `to` for `high`. */
  readonly place: (value: number) => number;
}

/** Where an axis begins and ends in the picture; downward and leftward axes have `to` below `from`. */
interface AxisPlaces {
  readonly from: number;
  readonly to: number;
}

/**
 * A scale over the values, its ends moved out to round numbers.
 *
 * Equal or no values get a range around them, so that nothing is ever divided by 0.
 *
 * @param values - finite
 */
export function axisScale(values: Iterable<number>, { from, to }: AxisPlaces, tickCount = 5): AxisScale {
  const [least, most] = rangeOf(values);
  const step = roundStep(most / tickCount - least / tickCount);
  const first = Math.floor(least / step + SLACK);
  const last = Math.ceil(most / step - SLACK);
  // Multiples of the step, each divided or multiplied once: adding the step up would gather its rounding.
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => multiple(first + index, step)).filter(
    Number.isFinite,
  );
  const low = Math.min(ticks[0] ?? least, least);
  const high = Math.max(ticks.at(-1) ?? most, most);
  // Halves, since the difference of the greatest numbers is beyond all of them.
  const half = high / 2 - low / 2;
  return Object.freeze({
    low,
    high,
    ticks: Object.freeze(ticks),
    place: (value: number) => from + ((value / 2 - low / 2) / half) * (to - from),
  });
}

/** Least and greatest of the values. */
export function rangeOf(values: Iterable<number>): readonly [number, number] {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (least > most) return [0, 1];
  // A range too small for its step to be told apart from the value would make endless ticks.
  const greatest = Math.max(Math.abs(least), Math.abs(most));
  if (most - least > Math.max(greatest * 1e-9, LEAST_RANGE)) return [least, most];
  const half = greatest < LEAST_RANGE ? 0.5 : greatest / 4;
  return [least - half, most + half];
}

/** Chosen: powers of ten below it cannot be told from 0 by all the divisions here. */
const LEAST_RANGE = 1e-100;

/** Chosen: 0.7000000000000001 counts as on the tick at 0.7. */
const SLACK = 1e-9;

/** 1, 2 or 5 times a power of ten, at least `rough`. */
function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  for (const factor of [1, 2, 5]) if (factor * power >= rough * (1 - SLACK)) return factor * power;
  return 10 * power;
}

function multiple(count: number, step: number): number {
  return step < 1 ? count / Math.round(1 / step) : count * step;
}
