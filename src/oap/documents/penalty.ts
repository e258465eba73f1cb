/**
 * @module
 * What walking away costs, and whether a penalty leaves it rational to negotiate at all.
 */

import type { Json } from "../../core/json/index.js";
import { anyMember, type MemberCheck, membersOf, required, textLike } from "./member-checks.js";

/** What walking away costs, as published beforehand. */
export interface WithdrawalPenalty {
  /** A decimal of at least 0 as a string: `"12.50"`. */
  readonly amount: string;
  /** ISO 4217: `"EUR"`. */
  readonly currency: string;
  readonly [member: string]: Json;
}

/** Whether it is a decimal of at least 0 as documents write it: digits, perhaps a point and more digits. */
export function isAmount(value: unknown): value is string {
  return typeof value === "string" && /^(0|[1-9]\d*)(\.\d+)?$/.test(value);
}

/** A penalty as a manifest publishes it; further members are kept. */
export const anyPenalty: MemberCheck = membersOf(
  {
    amount: required("a decimal string of at least 0", isAmount),
    currency: textLike("a code of ISO 4217", /^[A-Z]{3}$/),
  },
  anyMember,
);

/**
 * Whether parties that walk away when it is rational still do so under a penalty: `penalty <= 2 * outsideOption -
 * equilibriumUtility`, the bound that the RFC displays.
 *
 * Its prose says "the surplus of the outside option over the equilibrium", which is never positive where the
 * equilibrium is individually rational, and would allow no penalty at all.
 *
 * @param numbers.penalty - in the units of the utilities, at least 0
 * @param numbers.outsideOption - the utility of what one gets elsewhere
 * @see docs/requirements/oap.md, OAP-45; OAP RFC 0002, A.3.2
 * @example
 * penaltyKeepsRationality({ penalty: 5, outsideOption: 10, equilibriumUtility: 15 }); // true
 * penaltyKeepsRationality({ penalty: 5.01, outsideOption: 10, equilibriumUtility: 15 }); // false
 */
export function penaltyKeepsRationality(numbers: {
  readonly penalty: number;
  readonly outsideOption: number;
  readonly equilibriumUtility: number;
}): boolean {
  return numbers.penalty <= 2 * numbers.outsideOption - numbers.equilibriumUtility;
}
