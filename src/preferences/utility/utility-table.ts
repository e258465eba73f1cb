/**
 * @module
 * The utilities of all outcomes, or of some, by index. Additive tables take about one addition an outcome.
 */

import { integerIn } from "../../core/checks/index.js";
import {
  type CompleteAdditive,
  type CompleteIssue,
  type CompleteMapping,
  type CompletePreferences,
  type CompleteRectangle,
  type CompleteRectangles,
  type CompleteUndiscounted,
  checkedPreferences,
  MOST_HELD_OUTCOMES,
  noOutcome,
  type OutcomeSpace,
  type Preferences,
  valueOfIssue,
} from "../model/index.js";
import { evaluationAt, mappedAffinely, sideHolds } from "./utility.js";

/**
 * The undiscounted utility of every outcome by its index, or of those at `indices` in their order.
 *
 * Each is bit-equal to `u = bias; for k: u += weights[k] * e_k`, left to right.
 *
 * @param indices - of outcomes of the space; left out, all, of which there may be 10,000,000
 * @throws {NegotiationError} `preferences_invalid` with every fault
 * @throws {RangeError} when the space has more outcomes than can be held
 * @see docs/requirements/bargaining.md, BA-4
 */
export function utilityTable(
  preferences: Preferences,
  space: OutcomeSpace,
  indices?: ArrayLike<number> | undefined,
): Float64Array {
  return completeTable(checkedPreferences(preferences, space), space, indices);
}

/** `utilityTable` of preferences that are checked already. */
export function completeTable(
  preferences: CompletePreferences,
  space: OutcomeSpace,
  indices?: ArrayLike<number> | undefined,
): Float64Array {
  const base = preferences.kind === "discounted" ? preferences.base : preferences;
  if (indices !== undefined) return tableOfSome(base, space, indices);
  integerIn("the number of outcomes in a table", space.cardinality, 1, MOST_HELD_OUTCOMES);
  return tableOfAll(base, space);
}

/** The utility of single outcomes by index; what `completeTable` gives for one. */
export function indexUtility(
  preferences: CompletePreferences,
  space: OutcomeSpace,
): (index: number) => number {
  const base = preferences.kind === "discounted" ? preferences.base : preferences;
  switch (base.kind) {
    case "additive":
      return additiveAt(base, space);
    case "mapping": {
      const utilities = new Map(
        base.entries.map(({ outcome, utility }) => [space.indexOf(outcome), utility]),
      );
      return (index) => utilities.get(index) ?? base.otherwise;
    }
    case "rectangles":
      return rectanglesAt(base, space);
    case "affine": {
      const inner = indexUtility(base.base, space);
      return (index) => mappedAffinely(base, inner(index));
    }
  }
}

function tableOfAll(preferences: CompleteUndiscounted, space: OutcomeSpace): Float64Array {
  switch (preferences.kind) {
    case "additive":
      return additiveTable(preferences, space);
    case "mapping":
      return mappingTable(preferences, space);
    case "rectangles":
      return rectanglesTable(preferences, space);
    case "affine": {
      const table = tableOfAll(preferences.base, space);
      for (let index = 0; index < table.length; index += 1) {
        table[index] = mappedAffinely(preferences, table[index] as number);
      }
      return table;
    }
  }
}

function tableOfSome(
  preferences: CompleteUndiscounted,
  space: OutcomeSpace,
  indices: ArrayLike<number>,
): Float64Array {
  // For many outcomes a longer table of sums pays, all the more as samples ascend.
  const utility =
    preferences.kind === "additive"
      ? additiveAt(preferences, space, Math.max(MOST_PREFIXES, indices.length / 4))
      : indexUtility(preferences, space);
  const table = new Float64Array(indices.length);
  for (let position = 0; position < indices.length; position += 1) {
    table[position] = utility(indices[position] as number);
  }
  return table;
}

/** The sums over the first issues are shared by all outcomes that agree on them. */
function additiveTable({ bias, weights, values }: CompleteAdditive, space: OutcomeSpace): Float64Array {
  const { issues, sizes } = space;
  const table = new Float64Array(space.cardinality);
  table[0] = bias;
  let length = 1;
  for (let position = 0; position < sizes.length; position += 1) {
    const size = sizes[position] as number;
    const weight = weights[position] as number;
    const evaluation = values[position] as CompleteAdditive["values"][number];
    const issue = issues[position] as CompleteIssue;
    const shares = new Array<number>(size);
    for (let digit = 0; digit < size; digit += 1) {
      shares[digit] = weight * evaluationAt(evaluation, issue, digit);
    }
    // From the back, so that each sum is read before its place is taken by longer ones.
    for (let prefix = length - 1; prefix >= 0; prefix -= 1) {
      const sum = table[prefix] as number;
      const start = prefix * size;
      for (let digit = size - 1; digit >= 0; digit -= 1)
        table[start + digit] = sum + (shares[digit] as number);
    }
    length *= size;
  }
  return table;
}

/** Sums over the first issues are looked up, as many of them as fit; the rest is added, left to right as ever. */
function additiveAt(
  preferences: CompleteAdditive,
  space: OutcomeSpace,
  mostPrefixes: number = MOST_PREFIXES,
): (index: number) => number {
  const { issues, sizes, cardinality } = space;
  const { weights, values } = preferences;
  const shareAt = (position: number, digit: number): number =>
    (weights[position] as number) *
    evaluationAt(
      values[position] as CompleteAdditive["values"][number],
      issues[position] as CompleteIssue,
      digit,
    );
  let prefixes = Float64Array.of(preferences.bias);
  let known = 0;
  while (known < sizes.length && prefixes.length * (sizes[known] as number) <= mostPrefixes) {
    prefixes = extended(prefixes, sharesOf(known, sizes[known] as number, shareAt));
    known += 1;
  }
  const strides = new Float64Array(sizes.length).fill(1);
  for (let place = sizes.length - 2; place >= 0; place -= 1) {
    strides[place] = (strides[place + 1] as number) * (sizes[place + 1] as number);
  }
  const stride = known === 0 ? cardinality : (strides[known - 1] as number);
  // Ranges may be too long to be listed.
  const tables = sizes.map((size, position) =>
    position >= known && size <= MOST_PREFIXES ? sharesOf(position, size, shareAt) : null,
  );
  return (index) => {
    if (!(Number.isInteger(index) && index >= 0 && index < cardinality)) throw noOutcome(index, cardinality);
    const prefix = Math.floor(index / stride);
    let utility = prefixes[prefix] as number;
    let left = index - prefix * stride;
    for (let position = known; position < sizes.length; position += 1) {
      const width = strides[position] as number;
      const digit = Math.floor(left / width);
      left -= digit * width;
      const table = tables[position] as Float64Array | null;
      utility += table === null ? shareAt(position, digit) : (table[digit] as number);
    }
    return utility;
  };
}

/** Chosen: a table that stays in a processor's cache. */
const MOST_PREFIXES = 4_096;

function sharesOf(
  position: number,
  size: number,
  shareAt: (position: number, digit: number) => number,
): Float64Array {
  const shares = new Float64Array(size);
  for (let digit = 0; digit < size; digit += 1) shares[digit] = shareAt(position, digit);
  return shares;
}

/** Each sum with each share behind it, in the order of outcomes. */
function extended(sums: Float64Array, shares: Float64Array): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(sums.length * shares.length);
  let place = 0;
  for (const sum of sums) {
    for (const share of shares) longer[place++] = sum + share;
  }
  return longer;
}

function mappingTable({ entries, otherwise }: CompleteMapping, space: OutcomeSpace): Float64Array {
  const table = new Float64Array(space.cardinality).fill(otherwise);
  for (const { outcome, utility } of entries) table[space.indexOf(outcome)] = utility;
  return table;
}

/** For each issue, which of its positions a rectangle holds, ascending. */
function heldDigits({ within }: CompleteRectangle, space: OutcomeSpace): readonly (readonly number[])[] {
  return space.issues.map((issue, position) => {
    const digits = Array.from({ length: space.sizes[position] as number }, (_, digit) => digit);
    const side = within[issue.name];
    return side === undefined
      ? digits
      : digits.filter((digit) => sideHolds(side, issue, valueOfIssue(issue, digit)));
  });
}

function rectanglesTable({ bias, rectangles }: CompleteRectangles, space: OutcomeSpace): Float64Array {
  const table = new Float64Array(space.cardinality).fill(bias);
  for (const rectangle of rectangles) {
    const digits = heldDigits(rectangle, space);
    const share = rectangle.weight * rectangle.utility;
    const add = (position: number, prefix: number): void => {
      const held = digits[position];
      if (held === undefined) {
        table[prefix] = (table[prefix] as number) + share;
        return;
      }
      const size = space.sizes[position] as number;
      for (const digit of held) add(position + 1, prefix * size + digit);
    };
    add(0, 0);
  }
  return table;
}

function rectanglesAt(
  { bias, rectangles }: CompleteRectangles,
  space: OutcomeSpace,
): (index: number) => number {
  const { issues } = space;
  return (index) => {
    let sum = bias;
    for (const { within, weight, utility } of rectangles) {
      const isHeld = issues.every((issue, position) => {
        const side = within[issue.name];
        return (
          side === undefined || sideHolds(side, issue, valueOfIssue(issue, space.digitAt(index, position)))
        );
      });
      if (isHeld) sum += weight * utility;
    }
    return sum;
  };
}
