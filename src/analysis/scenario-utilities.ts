/**
 * @module
 * What every analysis starts from: the utility of each outcome for each party, with ranges, reservations and what
 * is rational; made from a scenario, from its inverses, or from points.
 */

import { integerIn, readOptions } from "../core/checks/index.js";
import {
  exactEnds,
  type InverseUtility,
  isInverseOf,
  sampleKeyOf,
  withEnds,
} from "../preferences/inverse/index.js";
import {
  checkedPreferences,
  freezeClass,
  type IssueTerms,
  MOST_HELD_OUTCOMES,
  type OutcomeSpace,
  outcomeSpace,
  reservationOf,
} from "../preferences/model/index.js";
import { sampleIndices } from "../preferences/random/index.js";
import type { Scenario } from "../preferences/scenarios/index.js";
import { completeTable, utilityTable } from "../preferences/utility/index.js";
import { type Duplicates, frontierOfMany, frontierOfTwo } from "./undominated.js";

/** Whether only outcomes take part that are rational for all parties, or all of them. */
export type Over = "rational" | "all";

/** An outcome with what it is worth to each party, undiscounted. Plain, frozen, JSON-safe. */
export interface Point {
  /** Its index in the outcome space. */
  readonly outcome: number;
  readonly terms: IssueTerms;
  readonly utilities: readonly number[];
}

/** What `ScenarioUtilities` is made of. */
interface UtilityTables {
  /** The scenario's name. */
  readonly scenario: string;
  readonly space: OutcomeSpace;
  readonly names: readonly string[];
  /** By position, finite, one table a party. From here on nobody else may write to them. */
  readonly tables: readonly Float64Array[];
  readonly reservations: readonly (number | null)[];
  /** The outcome of each position, ascending; `null` where all outcomes are held and position is outcome. */
  readonly outcomes: Float64Array | null;
}

/**
 * The undiscounted utilities of all outcomes held, for every party: frozen, to be shared by everybody.
 *
 * Outcomes are held by **position**: their own index, or where the space was sampled their place in the sample.
 */
export class ScenarioUtilities {
  /** The scenario's name. */
  readonly scenario: string;
  readonly space: OutcomeSpace;
  readonly names: readonly string[];
  /** `null`: every outcome is rational. */
  readonly reservations: readonly (number | null)[];
  /** How many outcomes are held. */
  readonly size: number;
  /** Whether these are a sample of the space only. */
  readonly sampled: boolean;
  /** The least utility of each party among the outcomes held. */
  readonly minima: readonly number[];
  /** The greatest utility of each party among the outcomes held. */
  readonly maxima: readonly number[];
  /** How many outcomes give each party at least its reservation. */
  readonly rationalCounts: readonly number[];
  /** How many outcomes are rational for all parties. */
  readonly rationalCount: number;
  readonly #tables: readonly Float64Array[];
  readonly #outcomes: Float64Array | null;
  /** Found when first asked for: the solution points all start from the same one. */
  #rationalFrontier: readonly number[] | undefined;

  static {
    freezeClass(ScenarioUtilities);
  }

  /** @throws {RangeError} when a utility is not finite */
  constructor({ scenario, space, names, tables, reservations, outcomes }: UtilityTables) {
    const ranges = tables.map((table, party) => rangeOf(table, floorOf(reservations[party])));
    this.scenario = scenario;
    this.space = space;
    this.names = Object.freeze([...names]);
    this.reservations = Object.freeze(reservations.map((one) => (one === null ? null : unsigned(one))));
    this.size = tables[0]?.length ?? 0;
    this.sampled = outcomes !== null;
    this.minima = Object.freeze(ranges.map(({ low }) => unsigned(low)));
    this.maxima = Object.freeze(ranges.map(({ high }) => unsigned(high)));
    this.rationalCounts = Object.freeze(ranges.map(({ rationalCount }) => rationalCount));
    this.#tables = tables;
    this.#outcomes = outcomes;
    this.rationalCount = this.rationalCounts.every((count) => count === this.size)
      ? this.size
      : this.#countRational();
    Object.freeze(this);
  }

  /** The outcome at a position. */
  outcomeAt(position: number): number {
    this.#demand(position);
    return this.#outcomes === null ? position : (this.#outcomes[position] as number);
  }

  /** The position of an outcome, or -1 where it is not held. */
  positionOf(outcome: number): number {
    if (this.#outcomes === null) {
      return Number.isInteger(outcome) && outcome >= 0 && outcome < this.size ? outcome : -1;
    }
    let from = 0;
    let to = this.size;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#outcomes[middle] as number) < outcome) from = middle + 1;
      else to = middle;
    }
    return this.#outcomes[from] === outcome ? from : -1;
  }

  /** What the outcome at a position is worth to a party. */
  utility(party: number, position: number): number {
    this.#demand(position);
    const table = this.#tables[party];
    if (table !== undefined) return table[position] as number;
    throw new RangeError(`Expected party to be an integer from 0 to ${this.names.length - 1}, got ${party}.`);
  }

  /** What the outcome at a position is worth to each party. */
  utilitiesAt(position: number): readonly number[] {
    this.#demand(position);
    return Object.freeze(this.#tables.map((table) => unsigned(table[position] as number)));
  }

  /** The outcome at a position as a point. */
  pointAt(position: number): Point {
    const outcome = this.outcomeAt(position);
    return Object.freeze({
      outcome,
      terms: this.space.termsAt(outcome),
      utilities: this.utilitiesAt(position),
    });
  }

  /**
   * The positions on the Pareto frontier: see `frontier`, which gives points.
   *
   * @see docs/requirements/bargaining.md, BA-31
   */
  frontierPositions(over: Over, duplicates: Duplicates): readonly number[] {
    if (over === "all" || duplicates === "all") return this.#frontier(over, duplicates);
    this.#rationalFrontier ??= this.#frontier("rational", "one");
    return this.#rationalFrontier;
  }

  /** The least of `measure(utilities)` over all outcomes held; `utilities` is one array, filled anew each time. */
  least(measure: (utilities: Float64Array) => number): number {
    const utilities = new Float64Array(this.#tables.length);
    let least = Number.POSITIVE_INFINITY;
    for (let position = 0; position < this.size; position += 1) {
      for (let party = 0; party < utilities.length; party += 1) {
        utilities[party] = (this.#tables[party] as Float64Array)[position] as number;
      }
      const measured = measure(utilities);
      if (measured < least) least = measured;
    }
    return least;
  }

  #frontier(over: Over, duplicates: Duplicates): readonly number[] {
    const floors = this.reservations.map((reservation) =>
      over === "all" ? Number.NEGATIVE_INFINITY : floorOf(reservation),
    );
    const [first, second, third] = this.#tables;
    if (first === undefined || second === undefined || third !== undefined) {
      return Object.freeze(frontierOfMany(this.#tables, floors, duplicates));
    }
    const [firstFloor = 0, secondFloor = 0] = floors;
    return Object.freeze(frontierOfTwo([first, second], [firstFloor, secondFloor], duplicates));
  }

  #countRational(): number {
    const floors = this.reservations.map(floorOf);
    let count = 0;
    for (let position = 0; position < this.size; position += 1) {
      let party = 0;
      while (
        party < floors.length &&
        ((this.#tables[party] as Float64Array)[position] as number) >= (floors[party] as number)
      ) {
        party += 1;
      }
      if (party === floors.length) count += 1;
    }
    return count;
  }

  #demand(position: number): void {
    if (Number.isInteger(position) && position >= 0 && position < this.size) return;
    throw new RangeError(
      `Expected position to be an integer from 0 to ${this.size - 1}, got ${position}. Ask positionOf(outcome).`,
    );
  }
}

/** Without the negative zero, which does not come back from JSON. */
function unsigned(value: number): number {
  return value + 0;
}

function floorOf(reservation: number | null | undefined): number {
  return reservation ?? Number.NEGATIVE_INFINITY;
}

function rangeOf(table: Float64Array, floor: number): { low: number; high: number; rationalCount: number } {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let rationalCount = 0;
  let strays = 0;
  for (let position = 0; position < table.length; position += 1) {
    const utility = table[position] as number;
    if (utility < low) low = utility;
    if (utility > high) high = utility;
    if (utility >= floor) rationalCount += 1;
    // 0 for a finite number, NaN for any other.
    strays += utility - utility;
  }
  if (strays !== 0) throw new RangeError("Expected finite utilities, got some that are not.");
  return { low, high, rationalCount };
}

/** How many outcomes are looked at, and what is known already. */
export interface UtilitiesOptions {
  /**
   * A space with more outcomes is sampled. 1 to 10,000,000.
   *
   * @default 1_000_000
   * @see docs/requirements/bargaining.md, BA-3
   */
  readonly maxOutcomes?: number | undefined;
  /**
   * Of the sample; any safe integer.
   *
   * @default 0
   */
  readonly seed?: number | undefined;
  /** The inverse utilities of the parties, in their order: their outcomes are taken, and the two above not read. */
  readonly inverses?: readonly InverseUtility[] | undefined;
}

/**
 * The undiscounted utilities of a scenario for every party, to be analysed any number of times.
 *
 * @throws {NegotiationError} `issue_invalid` or `preferences_invalid` with every fault
 * @throws {TypeError} for an option that is not known
 * @throws {RangeError} when an option is out of range, a utility no finite number, or the inverses are not one a
 * party over the same outcomes
 * @example
 * const utilities = utilitiesOf(generateScenario(7, [4, 4], 2));
 * console.log(utilities.size, utilities.rationalCount, utilities.utilitiesAt(0));
 */
export function utilitiesOf(scenario: Scenario, options: UtilitiesOptions = {}): ScenarioUtilities {
  const read = readOptions("the options of utilitiesOf", options, KEYS);
  const { inverses } = read;
  return inverses === undefined ? fromPreferences(scenario, read) : fromInverses(scenario, inverses);
}

const KEYS: readonly (keyof UtilitiesOptions)[] = ["maxOutcomes", "seed", "inverses"];

/** BA-3. */
const MOST_BY_DEFAULT = 1_000_000;

function fromPreferences(scenario: Scenario, options: UtilitiesOptions): ScenarioUtilities {
  const most = integerIn("maxOutcomes", options.maxOutcomes ?? MOST_BY_DEFAULT, 1, MOST_HELD_OUTCOMES);
  const seed = integerIn("seed", options.seed ?? 0, Number.MIN_SAFE_INTEGER);
  const space = outcomeSpace(scenario.issues);
  const outcomes = space.cardinality > most ? sampleOf(scenario, space, most, seed) : null;
  return new ScenarioUtilities({
    scenario: scenario.name,
    space,
    names: scenario.parties.map(({ name }) => name),
    tables: scenario.parties.map(({ preferences }) =>
      utilityTable(preferences, space, outcomes ?? undefined),
    ),
    reservations: scenario.parties.map(({ preferences }) => reservationOf(preferences)),
    outcomes,
  });
}

/** A sample and the ends of every party beside it. */
function sampleOf({ parties }: Scenario, space: OutcomeSpace, most: number, seed: number): Float64Array {
  const outcomes = sampleIndices(space.cardinality, most, seed);
  const ends = parties.flatMap(({ preferences }) => {
    const complete = checkedPreferences(preferences, space);
    const utilities = (): Float64Array => completeTable(complete, space, outcomes);
    return exactEnds(complete, space, { outcomes, utilities });
  });
  return withEnds(outcomes, ends);
}

function fromInverses(scenario: Scenario, inverses: readonly InverseUtility[]): ScenarioUtilities {
  const [first] = inverses;
  if (first === undefined || inverses.length !== scenario.parties.length) {
    throw new RangeError(
      `Expected an inverse utility for each of ${scenario.parties.length} parties, got ${inverses.length}.`,
    );
  }
  const key = sampleKeyOf(first);
  for (const [party, inverse] of inverses.entries()) {
    const isAlike = key !== undefined && sampleKeyOf(inverse) === key;
    if (isAlike && sizesOf(inverse.space) === sizesOf(first.space)) continue;
    throw new RangeError(`Expected all inverses to hold the same outcomes, got others for party ${party}.`);
  }
  scenario.parties.forEach(({ preferences }, party) => {
    if (isInverseOf(inverses[party] as InverseUtility, preferences)) return;
    throw new RangeError(`Expected the inverse of the preferences of party ${party}, got one of others.`);
  });
  // Each holds the same sample, and the ends of its own party.
  const outcomes = first.sampled ? withEnds(outcomesOf(first), strangersOf(first, inverses)) : null;
  return new ScenarioUtilities({
    scenario: scenario.name,
    space: first.space,
    names: scenario.parties.map(({ name }) => name),
    tables: inverses.map((inverse) => tableOf(inverse, outcomes)),
    reservations: inverses.map(({ reservation }) => reservation),
    outcomes,
  });
}

function sizesOf(space: OutcomeSpace): string {
  return space.sizes.join();
}

function outcomesOf(inverse: InverseUtility): Float64Array {
  const outcomes = new Float64Array(inverse.size);
  for (let rank = 0; rank < outcomes.length; rank += 1) outcomes[rank] = inverse.at(rank);
  return outcomes.sort();
}

/** What the others hold and the first does not. */
function strangersOf(first: InverseUtility, inverses: readonly InverseUtility[]): readonly number[] {
  const strangers: number[] = [];
  for (const inverse of inverses) {
    for (let rank = 0; rank < inverse.size; rank += 1) {
      const outcome = inverse.at(rank);
      if (first.rankOf(outcome) === -1) strangers.push(outcome);
    }
  }
  return strangers;
}

function tableOf(inverse: InverseUtility, outcomes: Float64Array | null): Float64Array {
  const table = new Float64Array(outcomes?.length ?? inverse.size);
  for (let position = 0; position < table.length; position += 1) {
    table[position] = inverse.utility(outcomes === null ? position : (outcomes[position] as number));
  }
  return table;
}
