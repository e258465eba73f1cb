/**
 * @module
 * How far apart the parties' wishes lie: the distance from the best that all could wish to the nearest outcome.
 */

import { type Figure, figureOf, undefinedBecause } from "./figure.js";
import type { ScenarioUtilities } from "./scenario-utilities.js";
import type { Solution } from "./solution-points.js";

/**
 * The least distance of an outcome to the maxima, each utility divided by its party's maximum: the minimum of
 * sqrt(sum ((max - u) / max)^2), 0 where one outcome is best for all. Undefined (`no-range`) for a maximum of 0.
 *
 * @see docs/requirements/bargaining.md, BA-33; NegMAS, `opposition_level`
 */
export function oppositionRelative(utilities: ScenarioUtilities): Figure {
  const { maxima } = utilities;
  if (maxima.includes(0)) return undefinedBecause("no-range");
  const least = utilities.least((own) => {
    let sum = 0;
    for (let party = 0; party < own.length; party += 1) {
      // Not (max - u) / max, which rounds otherwise: the known values are those of this form, to the last bit.
      const missing = 1 - (own[party] as number) / (maxima[party] as number);
      sum += missing * missing;
    }
    return sum;
  });
  return figureOf(Math.sqrt(least));
}

/**
 * The least distance of an outcome to utility 1 for everybody.
 *
 * @see docs/requirements/bargaining.md, BA-33
 */
export function oppositionAbsolute(utilities: ScenarioUtilities): Figure {
  return figureOf(Math.sqrt(utilities.least(squaredDistanceToOne)));
}

/**
 * The distance of the point of least utility difference (the nearest of ties) to utility 1 for everybody.
 *
 * @param solution - what `minimumUtilityDifference` gave
 * @see docs/requirements/bargaining.md, BA-33: what ANL 2022 publishes
 */
export function oppositionOfMinimumDifference(solution: Solution): Figure {
  if (solution.value === null) return undefinedBecause(solution.reason);
  let least = Number.POSITIVE_INFINITY;
  for (const { utilities } of solution.points) least = Math.min(least, squaredDistanceToOne(utilities));
  return figureOf(Math.sqrt(least));
}

function squaredDistanceToOne(utilities: ArrayLike<number>): number {
  let sum = 0;
  for (let party = 0; party < utilities.length; party += 1) {
    const missing = 1 - (utilities[party] as number);
    sum += missing * missing;
  }
  return sum;
}
