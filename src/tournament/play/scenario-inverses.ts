/**
 * @module
 * The sorted preferences of all parties of a scenario, over one outcome space.
 */

import { type InverseUtility, inverseUtility } from "../../preferences/inverse/index.js";
import { outcomeSpace } from "../../preferences/model/index.js";
import type { Scenario } from "../../preferences/scenarios/index.js";

/**
 * One inverse utility a party, in the order of the scenario. Build them once for many negotiations.
 *
 * @throws {NegotiationError} `issue_invalid` or `preferences_invalid`
 */
export function scenarioInverses(scenario: Scenario): readonly InverseUtility[] {
  const space = outcomeSpace(scenario.issues);
  return Object.freeze(scenario.parties.map(({ preferences }) => inverseUtility(space, preferences)));
}
