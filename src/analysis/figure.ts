/**
 * @module
 * A number that may be undefined: then it is `null` and says why, and is never 0 and never NaN.
 */

/** Why a figure has no value. */
export type UndefinedReason =
  /** No outcome is rational for all parties. */
  | "no-rational-outcome"
  /** A denominator, the length of a scale, is not above 0: a maximum equals the minimum or the disagreement. */
  | "no-range"
  /** The figure needs a reservation, and the preferences have none. */
  | "no-reservation"
  /** The party made no offer. */
  | "no-offer"
  /** The party made one offer, and the figure compares offers that follow each other. */
  | "one-offer"
  /** The party never offered less than its best, or nobody did where the figure compares them. */
  | "no-concession"
  /** Nothing with a value was there to be summed up. */
  | "no-value"
  /** The result left the range of IEEE doubles. */
  | "not-finite";

/**
 * A number, or `null` with the reason why there is none. Plain, frozen, JSON-safe.
 *
 * @example
 * const figure: Figure = quotient(1, 0);
 * console.log(figure.value ?? figure.reason); // "no-range"
 */
export type Figure =
  | { readonly value: number; readonly reason?: undefined }
  | { readonly value: null; readonly reason: UndefinedReason };

/** The figure of a number; `not-finite` for NaN and the infinities, and never a negative zero (JSON has none). */
export function figureOf(value: number): Figure {
  return Number.isFinite(value) ? Object.freeze({ value: value + 0 }) : undefinedBecause("not-finite");
}

/** A figure without a value. */
export function undefinedBecause(reason: UndefinedReason): Figure {
  return Object.freeze({ value: null, reason });
}

/**
 * `part / whole`.
 *
 * @param reason - said where `whole` is not above 0
 * @default reason "no-range"
 */
export function quotient(part: number, whole: number, reason: UndefinedReason = "no-range"): Figure {
  // NaN is not above 0 either, but it comes from numbers that are too big, not from an empty scale.
  if (whole <= 0) return undefinedBecause(reason);
  return figureOf(part / whole);
}
