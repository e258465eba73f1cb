/**
 * @module
 * What other formats can say of a party: weights and one evaluation a value of each issue, a reservation, a
 * discount. What is more than that is told as a fault.
 */

import {
  type CompleteAdditive,
  type CompleteIssue,
  checkedPreferences,
  type Fault,
  type FaultSink,
  type OutcomeSpace,
  type Preferences,
  reservationOf,
  sizeOfIssue,
  valueOfIssue,
} from "../model/index.js";
import type { Scenario } from "../scenarios/index.js";

/** A party as tables and a few numbers. */
export interface ExportedParty {
  readonly name: string;
  readonly weights: readonly number[];
  /** One an issue. */
  readonly values: CompleteAdditive["values"];
  /** `null`: every outcome is rational. */
  readonly reservation: number | null;
  /** In (0, 1], applied as `u discount^t`; 1 is none. */
  readonly discount: number;
}

/** The parties of a scenario for a format without bias; those that it cannot say are left out, with a fault. */
export function exportedParties(
  { parties }: Scenario,
  space: OutcomeSpace,
  faults: FaultSink,
): readonly ExportedParty[] {
  return parties.flatMap(({ name, preferences }, index) => {
    const path = ["parties", index, "preferences"];
    const { base, discount } = undiscountedPart(preferences, space, path, faults);
    if (base.kind !== "additive") {
      faults.push({ path, expected: "additive preferences", received: base.kind });
      return [];
    }
    if (base.bias !== 0) faults.push({ path: [...path, "bias"], expected: "no bias", received: "one" });
    const { weights, values } = base;
    return [{ name, weights, values, reservation: reservationOf(preferences), discount }];
  });
}

function undiscountedPart(
  preferences: Preferences,
  space: OutcomeSpace,
  path: Fault["path"],
  faults: FaultSink,
) {
  const complete = checkedPreferences(preferences, space);
  if (complete.kind !== "discounted") return { base: complete, discount: 1 };
  if (complete.factor === 1) return { base: complete.base, discount: 1 };
  if (complete.form !== "exponential") {
    faults.push({ path: [...path, "form"], expected: "an exponential discount", received: complete.form });
  }
  if (!complete.discountReservation) {
    faults.push({
      path: [...path, "discountReservation"],
      expected: "a reservation that is discounted with the utilities",
      received: "one that is not",
    });
  }
  return { base: complete.base, discount: complete.factor };
}

/** As many values as an issue of ours may list. */
const MOST_LISTED = 10_000;

/**
 * The values of an issue as texts, in their order; `undefined` with a fault when there are more than 10,000, or
 * two are written alike, such as 1 and "1".
 */
export function listedTexts(
  issue: CompleteIssue,
  path: Fault["path"],
  faults: FaultSink,
): readonly string[] | undefined {
  const size = sizeOfIssue(issue);
  if (size > MOST_LISTED) {
    faults.push({ path, expected: `at most ${MOST_LISTED} values to list`, received: `${size}` });
    return undefined;
  }
  const texts = Array.from({ length: size }, (_, digit) => String(valueOfIssue(issue, digit)));
  if (new Set(texts).size === size) return texts;
  faults.push({ path, expected: "values that differ as text", received: "two that are written alike" });
  return undefined;
}
