/**
 * @module
 * The outcomes of a space in the order of one party's utility, built once and shared by all its negotiations:
 * which outcome is worth so much? No method walks them all, and nothing remembers a query.
 */

import { integerIn, readOptions } from "../../core/checks/index.js";
import {
  checkedPreferences,
  freezeClass,
  isSamePreferences,
  MOST_HELD_OUTCOMES,
  noOutcome,
  type OutcomeSpace,
  type Preferences,
} from "../model/index.js";
import { sampleIndices } from "../random/index.js";
import { completeTable, firstNotBelow, indexUtility, sortByUtility } from "../utility/index.js";
import { exactEnds, withEnds } from "./exact-ends.js";

/**
 * The order of outcomes by ascending utility, equal ones by ascending index; a rank is a place in it, from 0.
 *
 * Utilities are undiscounted. Frozen. A space with more than `maxOutcomes` outcomes is sampled: then only the
 * sample has ranks, while `utility` and `isRational` know every outcome. Beside the sample it holds up to a thousand
 * of the best outcomes and the worst, which for additive preferences are exact (BA-43).
 *
 * @see docs/requirements/bargaining.md, BA-7
 */
export interface InverseUtility {
  readonly space: OutcomeSpace;
  /** Whether only a sample of the outcomes is held. */
  readonly sampled: boolean;
  /** How many outcomes are held; the ranks are 0 to `size - 1`. */
  readonly size: number;
  /** The utility without an agreement; `null`: every outcome is rational. */
  readonly reservation: number | null;
  /** Least utility held. */
  readonly minimum: number;
  /** Greatest utility held. */
  readonly maximum: number;
  /** The greater of `minimum` and `reservation`: min' of BA-5. */
  readonly floor: number;
  /** How many outcomes held are worth at least the reservation: the ranks from `size - rationalCount` on. */
  readonly rationalCount: number;
  /** @throws {NegotiationError} `outcome_invalid` when the index is not in the space */
  utility(index: number): number;
  /**
   * The outcome at a rank.
   *
   * @throws {RangeError} when there is no such rank
   */
  at(rank: number): number;
  /** The rank of an outcome; -1 when it is not in the sample. O(1), in a sample O(log n). */
  rankOf(index: number): number;
  /** The outcome of the last rank. */
  best(): number;
  /** The outcome of rank 0. */
  worst(): number;
  /** The first of the order with a utility of at least `utility`, else `best()`. */
  lowestAtLeast(utility: number): number;
  /** The last of the order with a utility of at most `utility`, else `worst()`. */
  highestAtMost(utility: number): number;
  /** The ranks `[from, to)` of the utilities from `low` to `high`, ends inclusive. */
  range(low: number, high: number): readonly [number, number];
  /** The least distance to `utility`; at a tie the higher utility, then the lower index. */
  nearest(utility: number): number;
  /** Whether the outcome is worth at least the reservation. */
  isRational(index: number): boolean;
}

/** How many outcomes are held, and which. */
export interface InverseUtilityOptions {
  /**
   * Outcomes; a larger space is sampled. 1 to 10,000,000.
   *
   * @default 1_000_000
   */
  readonly maxOutcomes?: number | undefined;
  /**
   * Of the sample; any safe integer.
   *
   * @default 0
   */
  readonly seed?: number | undefined;
}

/**
 * The inverse of a utility function over a space.
 *
 * @throws {NegotiationError} `preferences_invalid` with every fault
 * @throws {RangeError} when an option is out of range
 * @see docs/requirements/bargaining.md, BA-3 and BA-7
 */
export function inverseUtility(
  space: OutcomeSpace,
  preferences: Preferences,
  options: InverseUtilityOptions = {},
): InverseUtility {
  const { maxOutcomes, seed: given } = readOptions("the options of inverseUtility", options, [
    "maxOutcomes",
    "seed",
  ]);
  const most = integerIn("maxOutcomes", maxOutcomes ?? MOST_BY_DEFAULT, 1, MOST_HELD_OUTCOMES);
  const seed = integerIn("seed", given ?? 0, Number.MIN_SAFE_INTEGER);
  const complete = checkedPreferences(preferences, space);
  if (space.cardinality <= most) {
    const sorted = completeTable(complete, space);
    return new SortedOutcomes(space, sorted, sortByUtility(sorted), complete.reservation, preferences);
  }
  const outcomes = sampleIndices(space.cardinality, most, seed);
  const utilities = (): Float64Array => completeTable(complete, space, outcomes);
  const indices = withEnds(outcomes, exactEnds(complete, space, { outcomes, utilities }));
  const sorted = completeTable(complete, space, indices);
  const places = sortByUtility(sorted);
  return new SortedOutcomes(space, sorted, places, complete.reservation, preferences, {
    indices,
    utility: indexUtility(complete, space),
    key: `${most} ${seed}`,
  });
}

/**
 * Whether it is the inverse of these preferences, discounted or not, and with or without defaults written out.
 *
 * Takes no time for the very object that it was built from, else as long as to compare both.
 */
export function isInverseOf(inverse: InverseUtility, preferences: Preferences): boolean {
  const own = SortedOutcomes.preferencesOf(inverse);
  if (own === preferences) return true;
  if (own === undefined) return false;
  return isSamePreferences(own, preferences, inverse.space);
}

/**
 * Which sample an inverse utility holds beside the ends of its own party: equal texts for equal samples of equal
 * spaces; `null` for all outcomes, `undefined` for what is no inverse utility of this library.
 */
export function sampleKeyOf(inverse: InverseUtility): string | null | undefined {
  return SortedOutcomes.sampleKeyOf(inverse);
}

/** BA-3. */
const MOST_BY_DEFAULT = 1_000_000;

/** What a sampled space needs beside the order. */
interface Sample {
  /** The outcomes of the sample, ascending. */
  readonly indices: Float64Array;
  readonly utility: (index: number) => number;
  /** Of how many outcomes, and of which seed. */
  readonly key: string;
}

class SortedOutcomes implements InverseUtility {
  readonly space: OutcomeSpace;
  readonly sampled: boolean;
  readonly size: number;
  readonly reservation: number | null;
  readonly minimum: number;
  readonly maximum: number;
  readonly floor: number;
  readonly rationalCount: number;
  /** Utilities by rank: a search touches neighbours, not the whole table. */
  readonly #sorted: Float64Array;
  /** Outcomes by rank. */
  readonly #order: Uint32Array | Float64Array;
  /** Ranks by position: by index, or by place in the ascending sample. */
  readonly #ranks: Uint32Array;
  readonly #direct: ((index: number) => number) | null;
  readonly #sampleKey: string | null;
  readonly #preferences: Preferences;

  static preferencesOf(inverse: object): Preferences | undefined {
    return #preferences in inverse ? inverse.#preferences : undefined;
  }

  static sampleKeyOf(inverse: object): string | null | undefined {
    return #sampleKey in inverse ? inverse.#sampleKey : undefined;
  }

  static {
    freezeClass(SortedOutcomes);
  }

  /** @param places - by rank the position that the utility had */
  constructor(
    space: OutcomeSpace,
    sorted: Float64Array,
    places: Uint32Array,
    reservation: number | null,
    preferences: Preferences,
    sample?: Sample,
  ) {
    const size = sorted.length;
    const ranks = new Uint32Array(size);
    for (let rank = 0; rank < size; rank += 1) ranks[places[rank] as number] = rank;
    this.#sorted = sorted;
    this.#ranks = ranks;
    this.#order = sample === undefined ? places : outcomesAt(sample.indices, places, space.cardinality);
    this.#direct = sample === undefined ? null : sample.utility;
    this.#preferences = preferences;
    this.#sampleKey = sample === undefined ? null : sample.key;
    this.space = space;
    this.sampled = sample !== undefined;
    this.size = size;
    this.reservation = reservation;
    this.minimum = sorted[0] as number;
    this.maximum = sorted[size - 1] as number;
    this.floor = reservation === null ? this.minimum : Math.max(this.minimum, reservation);
    this.rationalCount = reservation === null ? size : size - firstNotBelow(sorted, reservation);
    Object.freeze(this);
  }

  utility(index: number): number {
    const direct = this.#direct;
    if (direct !== null) return direct(index);
    const rank = this.#ranks[index];
    if (rank === undefined) throw noOutcome(index, this.space.cardinality);
    return this.#sorted[rank] as number;
  }

  at(rank: number): number {
    const index = this.#order[rank];
    if (index === undefined) throw noRank(rank, this.size);
    return index;
  }

  rankOf(index: number): number {
    if (this.#direct !== null) return this.#rankInSample(index);
    const rank = this.#ranks[index];
    if (rank === undefined) throw noOutcome(index, this.space.cardinality);
    return rank;
  }

  best(): number {
    return this.#order[this.size - 1] as number;
  }

  worst(): number {
    return this.#order[0] as number;
  }

  lowestAtLeast(utility: number): number {
    const rank = firstNotBelow(this.#sorted, utility);
    return this.#order[rank < this.size ? rank : this.size - 1] as number;
  }

  highestAtMost(utility: number): number {
    const rank = firstAbove(this.#sorted, utility);
    return this.#order[rank > 0 ? rank - 1 : 0] as number;
  }

  range(low: number, high: number): readonly [number, number] {
    const from = firstNotBelow(this.#sorted, low);
    return Object.freeze([from, Math.max(from, firstAbove(this.#sorted, high))] as const);
  }

  nearest(utility: number): number {
    const sorted = this.#sorted;
    const above = firstNotBelow(sorted, utility);
    const rise = above < this.size ? (sorted[above] as number) - utility : Number.POSITIVE_INFINITY;
    const fall = above > 0 ? utility - (sorted[above - 1] as number) : Number.POSITIVE_INFINITY;
    const isAbove = above < this.size && rise <= fall;
    const nearest = sorted[isAbove ? lastWithin(sorted, utility, rise, above) : above - 1] as number;
    return this.#order[firstNotBelow(sorted, nearest)] as number;
  }

  isRational(index: number): boolean {
    return this.utility(index) >= (this.reservation ?? Number.NEGATIVE_INFINITY);
  }

  #rankInSample(index: number): number {
    this.space.digitAt(index, 0);
    let from = 0;
    let to = this.size;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#order[this.#ranks[middle] as number] as number) < index) from = middle + 1;
      else to = middle;
    }
    const rank = from < this.size ? (this.#ranks[from] as number) : -1;
    return rank >= 0 && this.#order[rank] === index ? rank : -1;
  }
}

function outcomesAt(
  indices: Float64Array,
  places: Uint32Array,
  cardinality: number,
): Uint32Array | Float64Array {
  // Half the size, as long as every index fits.
  const outcomes = cardinality <= 2 ** 32 ? new Uint32Array(places.length) : new Float64Array(places.length);
  for (let rank = 0; rank < places.length; rank += 1)
    outcomes[rank] = indices[places[rank] as number] as number;
  return outcomes;
}

function firstAbove(sorted: Float64Array, utility: number): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] as number) <= utility) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Far from 0, unequal utilities may be equally far by rounding; the last of them is the highest. */
function lastWithin(sorted: Float64Array, utility: number, distance: number, start: number): number {
  let from = start;
  let to = sorted.length - 1;
  while (from < to) {
    const middle = (from + to + 1) >>> 1;
    if ((sorted[middle] as number) - utility <= distance) from = middle;
    else to = middle - 1;
  }
  return from;
}

function noRank(rank: number, size: number): RangeError {
  return new RangeError(`Expected rank to be an integer from 0 to ${size - 1}, got ${rank}.`);
}
