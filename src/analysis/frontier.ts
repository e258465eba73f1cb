/**
 * @module
 * The Pareto frontier of a scenario, and whether one outcome is on it.
 */

import { demandOneOf, readOptions } from "../core/checks/index.js";
import type { Over, Point, ScenarioUtilities } from "./scenario-utilities.js";
import type { Duplicates } from "./undominated.js";

/** Which outcomes take part, and how often equal ones are listed. */
export interface FrontierOptions {
  /** GENIUS takes all outcomes, whatever the reservations. @default "rational" */
  readonly over?: Over | undefined;
  /** One outcome, the first, for each distinct utility vector, or every outcome. @default "one" */
  readonly duplicates?: Duplicates | undefined;
}

/**
 * The outcomes that no other one dominates, in descending order of the first party's utility, then the second's
 * and so on; empty when no outcome is rational for all.
 *
 * One outcome dominates another when no party has less by it and one has more, compared exactly. For two parties
 * in time O(n log n) at most, and usually little more than O(n).
 *
 * @see docs/requirements/bargaining.md, BA-31
 * @example
 * const utilities = utilitiesOf(generateScenario(7, [4, 4], 2));
 * for (const { terms, utilities: [mine, yours] } of frontier(utilities)) console.log(terms, mine, yours);
 */
export function frontier(utilities: ScenarioUtilities, options: FrontierOptions = {}): readonly Point[] {
  const { over = "rational", duplicates = "one" } = readOptions("the options of frontier", options, [
    "over",
    "duplicates",
  ]);
  demandOneOf("over", over, OVERS);
  demandOneOf("duplicates", duplicates, ["one", "all"]);
  return Object.freeze(
    utilities.frontierPositions(over, duplicates).map((position) => utilities.pointAt(position)),
  );
}

/**
 * Whether no outcome dominates this one, and with `over: "rational"` (the default) it is rational for all.
 *
 * @param outcome - its index in the outcome space
 * @throws {RangeError} when that outcome is not held
 * @see docs/requirements/bargaining.md, BA-33
 */
export function isPareto(
  utilities: ScenarioUtilities,
  outcome: number,
  options: Pick<FrontierOptions, "over"> = {},
): boolean {
  const { over = "rational" } = readOptions("the options of isPareto", options, ["over"]);
  demandOneOf("over", over, OVERS);
  const own = utilities.utilitiesAt(positionHeld(utilities, outcome));
  return utilities
    .frontierPositions(over, "one")
    .some((position) => own.every((utility, party) => utility === utilities.utility(party, position)));
}

/**
 * Whether no outcome gives one party more than `epsilon` above this one without cost to another.
 *
 * All outcomes count, whatever the reservations; with `epsilon` 0 it says what `isPareto` says over all.
 *
 * @param outcome - its index in the outcome space
 * @param epsilon - in utility, at least 0
 * @throws {RangeError} when that outcome is not held, or `epsilon` is negative or no number
 * @see docs/requirements/bargaining.md, BA-33
 */
export function isEpsilonPareto(utilities: ScenarioUtilities, outcome: number, epsilon: number): boolean {
  if (!(epsilon >= 0)) throw new RangeError(`Expected epsilon to be at least 0, got ${epsilon}.`);
  const own = utilities.utilitiesAt(positionHeld(utilities, outcome));
  // What would refute it is dominated at most by outcomes that refute it too: the frontier is enough.
  return !utilities.frontierPositions("all", "one").some((position) => {
    const gains = own.map((utility, party) => utilities.utility(party, position) - utility);
    return gains.every((gain) => gain >= 0) && gains.some((gain) => gain > epsilon);
  });
}

const OVERS: readonly Over[] = ["rational", "all"];

function positionHeld(utilities: ScenarioUtilities, outcome: number): number {
  const position = utilities.positionOf(outcome);
  if (position !== -1) return position;
  const held = utilities.sampled ? "of the sample" : `from 0 to ${utilities.size - 1}`;
  throw new RangeError(`Expected outcome to be an index ${held}, got ${outcome}.`);
}
