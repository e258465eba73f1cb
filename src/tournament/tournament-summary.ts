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
 * @see spec/bargaining.md, BA-36
 */
export function tournamentSummary(
  rows: readonly TournamentRow[],
  strategyNames: readonly string[],
): readonly StrategySummary[] {
  const tallies = new Map(strategyNames.map((name) => [name, new Tally(strategyNames)]));
  for (const row of rows) {
    row.key.strategies.forEach((name, seat) => {
      tallies.get(name)?.add(row, seat, row.key.strategies[1 - seat] ?? "");
    });
  }
  const table = strategyNames.map((strategy) => ({ strategy, ...(tallies.get(strategy) as Tally).scores() }));
  const sorted = table.toSorted((one, other) => other.standing - one.standing);
  return sorted.map(({ standing, ...summary }) => ({
    ...summary,
    rank: 1 + sorted.findIndex((other) => other.standing === standing),
  }));
}

/** What one strategy has played so far. */
class Tally {
  readonly #all = new Bag();
  readonly #bySeat = [new Bag(), new Bag()] as const;
  readonly #against: ReadonlyMap<string, Bag>;

  constructor(opponents: readonly string[]) {
    this.#against = new Map(opponents.map((name) => [name, new Bag()]));
  }

  add(row: TournamentRow, seat: number, opponent: string): void {
    for (const bag of [this.#all, this.#bySeat[seat], this.#against.get(opponent)]) bag?.add(row, seat);
  }

  scores(): Omit<StrategySummary, "strategy" | "rank"> & { readonly standing: number } {
    const score = this.#all.score();
    const against = [...this.#against].map(([name, bag]) => [name, bag.score()] as const);
    return {
      ...score,
      asInitiator: this.#bySeat[0].score(),
      asResponder: this.#bySeat[1].score(),
      against: Object.fromEntries(against.filter(([, { negotiationCount }]) => negotiationCount > 0)),
      standing: standingOf(score),
    };
  }
}

/** Rows seen from one seat. */
class Bag {
  readonly #utilities: (number | null)[] = [];
  readonly #advantages: (number | null)[] = [];
  #count = 0;
  #failedCount = 0;
  #agreedCount = 0;

  add(row: TournamentRow, seat: number): void {
    this.#count += 1;
    if (row.error !== null) this.#failedCount += 1;
    if (row.agreed) this.#agreedCount += 1;
    this.#utilities.push(row.utilities[seat] ?? null);
    this.#advantages.push(row.advantages[seat] ?? null);
  }

  score(): Score {
    return {
      negotiationCount: this.#count,
      failedCount: this.#failedCount,
      agreementRate: this.#count === 0 ? null : this.#agreedCount / this.#count,
      utility: spreadOf(this.#utilities),
      advantage: spreadOf(this.#advantages),
    };
  }
}

/** Advantages lie at or below 1, so no utility alone stands before one. */
function standingOf({ advantage, utility }: Score): number {
  if (advantage.mean !== null) return advantage.mean;
  return utility.mean === null ? Number.NEGATIVE_INFINITY : NO_ADVANTAGE + utility.mean;
}

const NO_ADVANTAGE = -1e9;

function spreadOf(figures: readonly (number | null)[]): Spread {
  const values = figures.filter((value) => value !== null).sort((one, other) => one - other);
  const count = values.length;
  const undefinedCount = figures.length - count;
  if (count === 0) return { count, undefinedCount, mean: null, median: null, standardDeviation: null };
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count;
  const middle = count >> 1;
  const upper = values[middle] as number;
  const median = count % 2 === 1 ? upper : ((values[middle - 1] as number) + upper) / 2;
  return { count, undefinedCount, mean, median, standardDeviation: Math.sqrt(variance) };
}
