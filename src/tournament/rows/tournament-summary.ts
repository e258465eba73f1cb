/**
 * @module
 * A tournament summed up: how each strategy did over all, by seat, and against each other one.
 */

import type { TournamentRow } from "./tournament-row.js";

/** Mean, median and spread of the values there are. `null` where there are none. */
export interface Spread {
  /** How many values were there. */
  readonly count: number;
  /** How many were undefined, and left out. */
  readonly undefinedCount: number;
  readonly mean: number | null;
  readonly median: number | null;
  /** Of the population: the root of the mean squared distance from the mean. */
  readonly standardDeviation: number | null;
}

/** What a strategy came to in some of its negotiations. */
export interface Score {
  readonly negotiationCount: number;
  /**
   * Those that ended by an error. In the figures below they count as negotiations without agreement, else whoever
   * throws when it goes badly would stand first.
   */
  readonly failedCount: number;
  /** `null` without negotiations. */
  readonly agreementRate: number | null;
  readonly utility: Spread;
  readonly advantage: Spread;
  /** What it has cost in all, for strategies that say so, such as models: `calls`, `tokens`. */
  readonly costs?: Readonly<Record<string, number>>;
}

/** A strategy in the table of scores. */
export interface StrategySummary extends Score {
  readonly strategy: string;
  /** From 1, by mean advantage; those without advantages by mean utility, behind. Equal ones share a rank. */
  readonly rank: number;
  readonly asInitiator: Score;
  readonly asResponder: Score;
  /** By the name of the opponent, in the order of the tournament. */
  readonly against: Readonly<Record<string, Score>>;
}

/**
 * The table of scores, best first, ties in the order of the tournament.
 *
 * @param rows - of one tournament, all or some
 * @param strategyNames - in the order of the tournament; those that played nothing stand in the table too
 * @see docs/requirements/bargaining.md, BA-36
 */
export function tournamentSummary(
  rows: readonly TournamentRow[],
  strategyNames: readonly string[],
): readonly StrategySummary[] {
  const scores = new Scores(strategyNames);
  for (const row of rows) scores.add(row);
  return scores.summary();
}

/** A table of scores in the making: rows are added as they come, and need not be kept. */
export class Scores {
  readonly #names: readonly string[];
  readonly #tallies: ReadonlyMap<string, Tally>;

  constructor(strategyNames: readonly string[]) {
    this.#names = strategyNames;
    this.#tallies = new Map(strategyNames.map((name) => [name, new Tally(strategyNames)]));
  }

  add(row: TournamentRow): void {
    const [first = "", second = ""] = row.key.strategies;
    this.#tallies.get(first)?.add(row, 0, second);
    this.#tallies.get(second)?.add(row, 1, first);
  }

  /** As `tournamentSummary` of all rows that were added. */
  summary(): readonly StrategySummary[] {
    const table = this.#names.map((strategy) => {
      const tally = this.#tallies.get(strategy) as Tally;
      return { strategy, ...tally.scores() };
    });
    const sorted = table.toSorted((one, other) => other.standing - one.standing);
    return sorted.map(({ standing, ...summary }) => ({
      ...summary,
      rank: 1 + sorted.findIndex((other) => other.standing === standing),
    }));
  }
}

/** What one strategy has played so far: each row stands in it once, by opponent and seat. */
class Tally {
  readonly #bags: ReadonlyMap<string, readonly [Bag, Bag]>;
  /** Against opponents that are in no table. */
  readonly #others: readonly [Bag, Bag] = [new Bag(), new Bag()];

  constructor(opponents: readonly string[]) {
    this.#bags = new Map(opponents.map((name) => [name, [new Bag(), new Bag()]]));
  }

  add(row: TournamentRow, seat: 0 | 1, opponent: string): void {
    (this.#bags.get(opponent) ?? this.#others)[seat].add(row, seat);
  }

  scores(): Omit<StrategySummary, "strategy" | "rank"> & { readonly standing: number } {
    const all = [...this.#bags.values(), this.#others];
    const score = scoreOf(all.flat());
    const against = [...this.#bags].map(([name, bags]) => [name, scoreOf(bags)] as const);
    return {
      ...score,
      asInitiator: scoreOf(all.map(([bag]) => bag)),
      asResponder: scoreOf(all.map(([, bag]) => bag)),
      against: Object.fromEntries(against.filter(([, { negotiationCount }]) => negotiationCount > 0)),
      standing: standingOf(score),
    };
  }
}

/** Rows seen from one seat. */
class Bag {
  readonly utilities = new Figures();
  readonly advantages = new Figures();
  readonly costs = new Map<string, number>();
  count = 0;
  failedCount = 0;
  agreedCount = 0;

  add(row: TournamentRow, seat: number): void {
    this.count += 1;
    if (row.error !== null) this.failedCount += 1;
    if (row.agreed) this.agreedCount += 1;
    this.utilities.add(row.utilities[seat] ?? null);
    this.advantages.add(row.advantages[seat] ?? null);
    addTo(this.costs, Object.entries(row.costs?.[seat] ?? {}));
  }
}

/** Values that are there, eight bytes each: a million rows in an array of objects would take ten times as much. */
class Figures {
  #values = new Float64Array(16);
  #length = 0;
  undefinedCount = 0;

  get values(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }

  add(value: number | null): void {
    if (value === null) {
      this.undefinedCount += 1;
      return;
    }
    if (this.#length === this.#values.length) {
      const longer = new Float64Array(this.#length * 2);
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }
}

function scoreOf(bags: readonly Bag[]): Score {
  const total = (of: (bag: Bag) => number): number => bags.reduce((sum, bag) => sum + of(bag), 0);
  const negotiationCount = total(({ count }) => count);
  const costs = new Map<string, number>();
  for (const bag of bags) addTo(costs, bag.costs);
  return {
    negotiationCount,
    failedCount: total(({ failedCount }) => failedCount),
    agreementRate: negotiationCount === 0 ? null : total(({ agreedCount }) => agreedCount) / negotiationCount,
    utility: spreadOf(bags.map(({ utilities }) => utilities)),
    advantage: spreadOf(bags.map(({ advantages }) => advantages)),
    ...(costs.size > 0 && { costs: Object.fromEntries(costs) }),
  };
}

function addTo(sums: Map<string, number>, entries: Iterable<readonly [string, number]>): void {
  for (const [name, value] of entries) sums.set(name, (sums.get(name) ?? 0) + value);
}

/** Advantages lie at or below 1, so no utility alone stands before one. */
function standingOf({ advantage, utility }: Score): number {
  if (advantage.mean !== null) return advantage.mean;
  return utility.mean === null ? Number.NEGATIVE_INFINITY : NO_ADVANTAGE + utility.mean;
}

const NO_ADVANTAGE = -1e9;

function spreadOf(figures: readonly Figures[]): Spread {
  const count = figures.reduce((sum, { values }) => sum + values.length, 0);
  const undefinedCount = figures.reduce((sum, one) => sum + one.undefinedCount, 0);
  if (count === 0) return { count, undefinedCount, mean: null, median: null, standardDeviation: null };
  const values = new Float64Array(count);
  let end = 0;
  for (const { values: some } of figures) {
    values.set(some, end);
    end += some.length;
  }
  // Sorted, so that sums are the same whatever order the rows came in.
  values.sort();
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count;
  const middle = count >> 1;
  const upper = values[middle] as number;
  const median = count % 2 === 1 ? upper : ((values[middle - 1] as number) + upper) / 2;
  return { count, undefinedCount, mean, median, standardDeviation: Math.sqrt(variance) };
}
