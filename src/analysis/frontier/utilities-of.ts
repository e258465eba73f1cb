/**
 * @module
 * Makes the utilities of a scenario from its preferences, or from inverse utilities that were built before.
 */

import { integerIn, readOptions } from "../../core/checks/index.js";
import type { InverseUtility } from "../../preferences/inverse/index.js";
import { exactEnds, isInverseOf, sampleKeyOf, withEnds } from "../../preferences/inverse/index.js";
import {
  checkedPreferences,
  MOST_HELD_OUTCOMES,
  type OutcomeSpace,
  outcomeSpace,
  reservationOf,
} from "../../preferences/model/index.js";
import { sampleIndices } from "../../preferences/random/index.js";
import type { Scenario } from "../../preferences/scenarios/index.js";
import { completeTable, utilityTable } from "../../preferences/utility/index.js";
import { ScenarioUtilities } from "./scenario-utilities.js";

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
