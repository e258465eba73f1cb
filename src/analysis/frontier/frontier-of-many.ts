/**
 * @module
 * The Pareto frontier of any number of parties: a few strong outcomes drop most of what is dominated, the rest
 * is sorted by the sum of utilities and each compared with those kept so far. Exact: no rounding decides.
 */

import type { Duplicates } from "./frontier-of-two.js";

/**
 * Positions of the outcomes that no other outcome dominates, in descending order of the first party's utility,
 * then the second's and so on.
 *
 * Takes part only what gives every party at least its floor. In time O(n log n + s f parties), s the outcomes
 * that the strong ones could not drop, f the size of the frontier.
 *
 * @param tables - the utilities of each party, by position; finite
 * @param floors - the least utility of each that takes part; `-Infinity` for all
 * @see Chomicki, Godfrey, Gryz and Liang, Skyline with presorting, 2003
 */
export function frontierOfMany(
  tables: readonly Float64Array[],
  floors: readonly number[],
  duplicates: Duplicates,
): number[] {
  const eligible = positionsAtLeast(tables, floors);
  const sums = sumsOf(tables);
  const left = withoutDominated(eligible, strongOnes(eligible, tables, sums), tables);
  // Who dominates comes first: its sum is no smaller, since rounding keeps order, and where rounding hides the
  // difference of the sums it is greater at the first utility that differs. So nothing kept is ever dropped again.
  left.sort((one, other) => {
    const a = sums[one] as number;
    const b = sums[other] as number;
    return a === b ? byUtilities(tables, one, other) : a > b ? -1 : 1;
  });
  return undominated(left, tables, duplicates).sort((one, other) => byUtilities(tables, one, other));
}

function positionsAtLeast(tables: readonly Float64Array[], floors: readonly number[]): number[] {
  const size = tables[0]?.length ?? 0;
  const positions: number[] = [];
  for (let position = 0; position < size; position += 1) {
    let isEligible = true;
    for (let party = 0; isEligible && party < tables.length; party += 1) {
      isEligible = utilityAt(tables, party, position) >= (floors[party] as number);
    }
    if (isEligible) positions.push(position);
  }
  return positions;
}

function sumsOf(tables: readonly Float64Array[]): Float64Array {
  const sums = new Float64Array(tables[0]?.length ?? 0);
  for (const table of tables) {
    for (let position = 0; position < sums.length; position += 1) {
      sums[position] = (sums[position] as number) + (table[position] as number);
    }
  }
  return sums;
}

/** The outcome of the highest sum, and each party's best (the one of the highest sum among them). */
function strongOnes(
  eligible: readonly number[],
  tables: readonly Float64Array[],
  sums: Float64Array,
): number[] {
  const [some] = eligible;
  if (some === undefined) return [];
  return [sums, ...tables].map((by) => {
    let best = some;
    for (const position of eligible) {
      const difference = (by[position] as number) - (by[best] as number);
      if (difference > 0 || (difference === 0 && (sums[position] as number) > (sums[best] as number)))
        best = position;
    }
    return best;
  });
}

function withoutDominated(
  eligible: readonly number[],
  strong: readonly number[],
  tables: readonly Float64Array[],
): number[] {
  let left: readonly number[] = eligible;
  for (const one of strong) left = left.filter((position) => !dominates(tables, one, position));
  return [...left];
}

function dominates(tables: readonly Float64Array[], one: number, other: number): boolean {
  let isMore = false;
  for (let party = 0; party < tables.length; party += 1) {
    const a = utilityAt(tables, party, one);
    const b = utilityAt(tables, party, other);
    if (a < b) return false;
    if (a > b) isMore = true;
  }
  return isMore;
}

/** Keeps what none of those kept before equals or dominates; an equal one too where all duplicates are wanted. */
function undominated(
  sorted: readonly number[],
  tables: readonly Float64Array[],
  duplicates: Duplicates,
): number[] {
  const parties = tables.length;
  const kept: number[] = [];
  // The utilities of those kept, side by side: this loop is where the time goes.
  const rows: number[] = [];
  const row = new Float64Array(parties);
  for (const position of sorted) {
    for (let party = 0; party < parties; party += 1) row[party] = utilityAt(tables, party, position);
    const last = kept.at(-1);
    const isEqual = last !== undefined && tables.every((table) => table[last] === table[position]);
    if (isEqual ? duplicates === "one" : isCovered(row, rows)) continue;
    kept.push(position);
    for (let party = 0; party < parties; party += 1) rows.push(row[party] as number);
  }
  return kept;
}

/** Whether some row among `rows` has no less of anything. */
function isCovered(row: Float64Array, rows: readonly number[]): boolean {
  const parties = row.length;
  for (let start = 0; start < rows.length; start += parties) {
    let party = 0;
    while (party < parties && (rows[start + party] as number) >= (row[party] as number)) party += 1;
    if (party === parties) return true;
  }
  return false;
}

/** Descending by the first utility that differs; equal outcomes in the order of their positions. */
function byUtilities(tables: readonly Float64Array[], one: number, other: number): number {
  for (let party = 0; party < tables.length; party += 1) {
    const a = utilityAt(tables, party, one);
    const b = utilityAt(tables, party, other);
    if (a !== b) return a > b ? -1 : 1;
  }
  return one - other;
}

function utilityAt(tables: readonly Float64Array[], party: number, position: number): number {
  return (tables[party] as Float64Array)[position] as number;
}
