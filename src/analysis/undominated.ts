/**
 * @module
 * Pareto frontiers over plain utilities, exact: no rounding decides. Of two parties by one walk over the sorted
 * outcomes, of more by comparing each with those kept so far, by falling sums of utilities.
 */

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

/** Whether equal utility vectors stand in a frontier once, by their first outcome, or all of them. */
export type Duplicates = "one" | "all";

/** Chosen by measuring: the tables of the buckets stay within a first-level cache. */
const MOST_BUCKETS = 1024;

/** Chosen: so few are sorted as fast as they are cut into buckets. */
const FEW = 32;

type Pair<T> = readonly [T, T];

/**
 * Positions of the outcomes that no other outcome dominates, the first party's best first.
 *
 * One outcome dominates another when no party has less by it and one has more. Takes part only what gives both
 * parties at least their floor. In time O(n + s log s), s the outcomes that the passes could not drop: usually a
 * few more than the frontier, and all n at worst.
 *
 * @param tables - the utilities of the first and of the second party, by position; finite
 * @param floors - the least utility of each that takes part; `-Infinity` for all
 * @see Kung, Luccio and Preparata, On finding the maxima of a set of vectors, 1975, for sort and sweep
 */
export function frontierOfTwo(
  tables: Pair<Float64Array>,
  floors: Pair<number>,
  duplicates: Duplicates,
): number[] {
  const [first, second] = tables;
  const left = [...undominatedByBucket(undominatedByChampion(tables, floors), tables)];
  left.sort((one, other) => {
    const a = first[one] as number;
    const b = first[other] as number;
    if (a !== b) return a > b ? -1 : 1;
    const c = second[one] as number;
    const d = second[other] as number;
    return c === d ? one - other : c > d ? -1 : 1;
  });
  return swept(left, tables, duplicates);
}

/** In the order of the sort an outcome is dominated, or equal to one before, unless its second utility is a new high. */
function swept(
  sorted: readonly number[],
  [first, second]: Pair<Float64Array>,
  duplicates: Duplicates,
): number[] {
  const kept: number[] = [];
  let last = -1;
  for (const position of sorted) {
    const isNewHigh = last === -1 || (second[position] as number) > (second[last] as number);
    const isEqual = last !== -1 && first[position] === first[last] && second[position] === second[last];
    if (!isNewHigh && !(isEqual && duplicates === "all")) continue;
    kept.push(position);
    last = position;
  }
  return kept;
}

/** Positions in ascending order, without what the champion dominates: the outcome of the largest sum so far. */
function undominatedByChampion(
  [first, second]: Pair<Float64Array>,
  [firstFloor, secondFloor]: Pair<number>,
): number[] {
  const left: number[] = [];
  let most = Number.NEGATIVE_INFINITY;
  let mostFirst = Number.NEGATIVE_INFINITY;
  let mostSecond = Number.NEGATIVE_INFINITY;
  for (let position = 0; position < first.length; position += 1) {
    const a = first[position] as number;
    const b = second[position] as number;
    if (a <= mostFirst && b <= mostSecond && (a < mostFirst || b < mostSecond)) continue;
    if (a < firstFloor || b < secondFloor) continue;
    left.push(position);
    if (a + b <= most) continue;
    most = a + b;
    mostFirst = a;
    mostSecond = b;
  }
  return left;
}

/**
 * Of these positions those that are not dominated across or within buckets.
 *
 * The first utility is cut into buckets. All of a higher bucket have strictly more for the first party, so an
 * outcome goes when its second utility is not above the highest of the buckets above. Within a bucket its own
 * champion, highest for the second party and then for the first, drops the rest.
 */
function undominatedByBucket(
  positions: readonly number[],
  [first, second]: Pair<Float64Array>,
): readonly number[] {
  if (positions.length < FEW) return positions;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const position of positions) {
    const value = first[position] as number;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const buckets = Math.min(MOST_BUCKETS, positions.length >> 2);
  // For a range of 0, or too small or too big for a double, `| 0` makes one bucket of the NaN or infinity below.
  const scale = buckets / (high - low);
  const highestSecond = new Float64Array(buckets + 1).fill(Number.NEGATIVE_INFINITY);
  const itsFirst = new Float64Array(buckets + 1).fill(Number.NEGATIVE_INFINITY);
  for (const position of positions) {
    const a = first[position] as number;
    const b = second[position] as number;
    const bucket = ((a - low) * scale) | 0;
    const best = highestSecond[bucket] as number;
    if (b < best || (b === best && a <= (itsFirst[bucket] as number))) continue;
    highestSecond[bucket] = b;
    itsFirst[bucket] = a;
  }
  const highestAbove = highestOfLater(highestSecond);
  return positions.filter((position) => {
    const a = first[position] as number;
    const b = second[position] as number;
    const bucket = ((a - low) * scale) | 0;
    if (b <= (highestAbove[bucket] as number)) return false;
    const champion = itsFirst[bucket] as number;
    return a > champion || (a === champion && b === highestSecond[bucket]);
  });
}

/** For each place the highest value of all later ones. */
function highestOfLater(values: Float64Array): Float64Array {
  const later = new Float64Array(values.length);
  let highest = Number.NEGATIVE_INFINITY;
  for (let place = values.length - 1; place >= 0; place -= 1) {
    later[place] = highest;
    highest = Math.max(highest, values[place] as number);
  }
  return later;
}
