/**
 * @module
 * What each party has without an agreement, by the two rules in use, and its gains above that.
 */

import { demandOneOf, readOptions } from "../core/checks/index.js";
import type { ScenarioUtilities } from "./scenario-utilities.js";

/**
 * Where gains start: at the reservation (textbooks, GENIUS), or at the minimum where that is higher (NegMAS).
 *
 * Without a reservation both start at the minimum.
 *
 * @see docs/requirements/bargaining.md, BA-32
 */
export type DisagreementRule = "reservation" | "reservation-or-minimum";

/** The option that all rules with a disagreement point take. */
export interface DisagreementOptions {
  /** @default "reservation" */
  readonly disagreement?: DisagreementRule | undefined;
}

/**
 * The rule that the options of a solution point name.
 *
 * @throws {TypeError} for an option or a rule that is not known
 */
export function disagreementIn(options: DisagreementOptions): DisagreementRule {
  const read = readOptions("the options of a solution point", options, ["disagreement"]);
  return demandOneOf("disagreement", read.disagreement ?? "reservation", RULES);
}

const RULES: readonly DisagreementRule[] = ["reservation", "reservation-or-minimum"];

/** The disagreement point: a utility for each party. */
export function disagreementOf(utilities: ScenarioUtilities, rule: DisagreementRule): readonly number[] {
  demandOneOf("disagreement", rule, RULES);
  return Object.freeze(
    utilities.minima.map((minimum, party) => {
      const reservation = utilities.reservations[party] ?? minimum;
      return rule === "reservation" ? reservation : Math.max(reservation, minimum);
    }),
  );
}

/**
 * The gain of each party at a position as a share of its largest, g = (u - d) / (max - d), one function a party.
 *
 * @returns `undefined` where some party's maximum is not above its disagreement: g is not defined then
 */
export function relativeGainsOf(
  utilities: ScenarioUtilities,
  disagreement: readonly number[],
): ((position: number) => readonly number[]) | undefined {
  const ranges = utilities.maxima.map((maximum, party) => maximum - (disagreement[party] as number));
  if (ranges.some((range) => range <= 0)) return undefined;
  return (position) =>
    disagreement.map((own, party) => (utilities.utility(party, position) - own) / (ranges[party] as number));
}
