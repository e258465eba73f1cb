/**
 * @module
 * Maps utilities to a range that somebody asks for, from the exact ends of what they take; nothing in the library
 * does so by itself (BA-6).
 */

import { readOptions } from "../../core/checks/index.js";
import { shown } from "../../errors.js";
import {
  type CompleteAdditive,
  type CompleteAffine,
  type CompleteIssue,
  type CompleteMapping,
  type CompletePreferences,
  type CompleteRectangles,
  type CompleteUndiscounted,
  checkedPreferences,
  type OutcomeSpace,
  type Preferences,
  refusedWith,
} from "../model/index.js";
import { sortByUtility } from "./sort-by-utility.js";
import { evaluationAt, mappedAffinely } from "./utility.js";
import { completeTable } from "./utility-table.js";

/** The range to map to, and what becomes of the reservation. */
export interface NormaliseOptions {
  /**
   * The least and the greatest utility afterwards.
   *
   * @default [0, 1]
   */
  readonly to?: readonly [number, number] | undefined;
  /**
   * Whether the reservation is mapped along, or kept as the number that it is.
   *
   * @default "scale"
   */
  readonly reservation?: "scale" | "keep" | undefined;
}

/**
 * New preferences whose least and greatest utility over the space are those of `to`, in the same order.
 *
 * Weights and utilities are scaled where their rounding leaves the order of outcomes, ties included, as it was; the
 * ends are then met but for rounding. Where it would not, or the space is too large to look, the result is the
 * `affine` kind over the same base. A discount stays as it is.
 *
 * @throws {NegotiationError} `preferences_constant` when all outcomes are worth the same; `preferences_invalid`
 * @throws {RangeError} when `to` is not a lower and a higher finite number
 * @see docs/requirements/bargaining.md, BA-6
 */
export function normalise(
  preferences: Preferences,
  space: OutcomeSpace,
  options: NormaliseOptions = {},
): CompletePreferences {
  const { to = [0, 1], reservation = "scale" } = readOptions("the options of normalise", options, [
    "to",
    "reservation",
  ]);
  demandRange(to);
  if (reservation !== "scale" && reservation !== "keep") {
    throw new RangeError(`Expected reservation to be "scale" or "keep", got ${shown(reservation)}.`);
  }
  const complete = checkedPreferences(preferences, space);
  const base = complete.kind === "discounted" ? complete.base : complete;
  const from = utilityExtremes(base, space);
  if (from[0] === from[1]) throw constant();
  const map: AffineMap = { from, to: Object.freeze([to[0], to[1]]) };
  const isKept = reservation === "keep" || complete.reservation === null;
  const mapped = isKept ? complete.reservation : mappedAffinely(map, complete.reservation as number);
  const result = Object.freeze({ ...mappedBase(base, space, map), reservation: mapped });
  if (complete.kind !== "discounted") return result;
  return Object.freeze({ ...complete, base: result, reservation: mapped });
}

type AffineMap = Pick<CompleteAffine, "from" | "to">;

/** Chosen: above, sorting a space only to choose how to write the result would take longer than the rest. */
const MOST_COMPARED = 100_000;

function mappedBase(base: CompleteUndiscounted, space: OutcomeSpace, map: AffineMap): CompleteUndiscounted {
  switch (base.kind) {
    case "mapping":
      return mappedEntries(base, map);
    case "affine":
      return affine(base.base, space, map.to);
    case "additive":
    case "rectangles": {
      const scaled = base.kind === "additive" ? scaledWeights(base, map) : scaledRectangles(base, map);
      return keepsOrder(base, scaled, space) ? scaled : affine(base, space, map.to);
    }
  }
}

function mappedEntries(preferences: CompleteMapping, map: AffineMap): CompleteMapping {
  const entries = preferences.entries.map(({ outcome, utility }) =>
    Object.freeze({ outcome, utility: mappedAffinely(map, utility) }),
  );
  const otherwise = mappedAffinely(map, preferences.otherwise);
  return Object.freeze({ ...preferences, entries: Object.freeze(entries), otherwise });
}

function affine(
  base: CompleteAffine["base"],
  space: OutcomeSpace,
  to: readonly [number, number],
): CompleteAffine {
  const from = Object.freeze(utilityExtremes(base, space));
  return Object.freeze({ kind: "affine", base, from, to, reservation: null });
}

function scaledWeights(preferences: CompleteAdditive, map: AffineMap): CompleteAdditive {
  const factor = factorOf(map);
  const weights = Object.freeze(preferences.weights.map((weight) => weight * factor));
  return Object.freeze({ ...preferences, weights, bias: mappedAffinely(map, preferences.bias) });
}

function scaledRectangles(preferences: CompleteRectangles, map: AffineMap): CompleteRectangles {
  const factor = factorOf(map);
  const rectangles = preferences.rectangles.map((rectangle) =>
    Object.freeze({ ...rectangle, utility: rectangle.utility * factor }),
  );
  return Object.freeze({
    ...preferences,
    rectangles: Object.freeze(rectangles),
    bias: mappedAffinely(map, preferences.bias),
  });
}

function factorOf({ from, to }: AffineMap): number {
  return (to[1] - to[0]) / (from[1] - from[0]);
}

function keepsOrder(before: CompleteUndiscounted, after: CompleteUndiscounted, space: OutcomeSpace): boolean {
  if (space.cardinality > MOST_COMPARED) return false;
  const utilities = completeTable(before, space);
  const scaled = completeTable(after, space);
  const order = sortByUtility(utilities);
  for (let rank = 1; rank < order.length; rank += 1) {
    const lower = scaled[order[rank - 1] as number] as number;
    const higher = scaled[order[rank] as number] as number;
    const isTie = utilities[rank - 1] === utilities[rank];
    if (isTie ? lower !== higher : !(lower < higher)) return false;
  }
  return true;
}

function demandRange(to: unknown): void {
  const [least, most] = Array.isArray(to) && to.length === 2 ? (to as readonly unknown[]) : [];
  if (Number.isFinite(least) && Number.isFinite(most) && (least as number) < (most as number)) return;
  throw new RangeError(`Expected to to be a lower and a higher finite number, got ${shown(to)}.`);
}

function constant(): Error {
  return refusedWith("preferences_constant", "the preferences", [
    { path: [], expected: "outcomes of different utility", received: "the same for all" },
  ]);
}

/**
 * `[min, max]` over all outcomes, the same bits as in the table of utilities.
 *
 * @throws {RangeError} when hyper-rectangles lie in a space of more outcomes than can be held
 */
function utilityExtremes(preferences: CompleteUndiscounted, space: OutcomeSpace): readonly [number, number] {
  switch (preferences.kind) {
    case "additive":
      return additiveExtremes(preferences, space);
    case "mapping":
      return mappingExtremes(preferences, space);
    case "rectangles":
      return leastAndMost(completeTable(preferences, space));
    case "affine": {
      const [least, most] = utilityExtremes(preferences.base, space);
      return [mappedAffinely(preferences, least), mappedAffinely(preferences, most)];
    }
  }
}

/** Adding keeps the order when it rounds, so the sum of the least shares is the least of the rounded sums. */
function additiveExtremes(preferences: CompleteAdditive, space: OutcomeSpace): readonly [number, number] {
  const { bias, weights, values } = preferences;
  let least = bias;
  let most = bias;
  for (let position = 0; position < space.issues.length; position += 1) {
    const evaluation = values[position] as CompleteAdditive["values"][number];
    const issue = space.issues[position] as CompleteIssue;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let digit = 0; digit < (space.sizes[position] as number); digit += 1) {
      const share = (weights[position] as number) * evaluationAt(evaluation, issue, digit);
      low = Math.min(low, share);
      high = Math.max(high, share);
    }
    least += low;
    most += high;
  }
  return [least, most];
}

function mappingExtremes(preferences: CompleteMapping, space: OutcomeSpace): readonly [number, number] {
  const { entries, otherwise } = preferences;
  const utilities = entries.map(({ utility }) => utility);
  if (entries.length < space.cardinality) utilities.push(otherwise);
  return leastAndMost(utilities);
}

function leastAndMost(utilities: ArrayLike<number>): readonly [number, number] {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let position = 0; position < utilities.length; position += 1) {
    least = Math.min(least, utilities[position] as number);
    most = Math.max(most, utilities[position] as number);
  }
  return [least, most];
}
