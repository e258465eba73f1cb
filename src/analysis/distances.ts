/**
 * @module
 * How far a result is from the frontier and from each solution point, and how good that makes it.
 */

import type { Analysis } from "./analysis-of.js";
import { type Figure, figureOf, quotient, undefinedBecause } from "./figure.js";
import type { Point } from "./scenario-utilities.js";
import type { SolutionRule } from "./solution-points.js";

/** What a result is measured against. */
export type DistanceTarget = "frontier" | SolutionRule;

/** Euclidean distances in utility, and the same as qualities from 0 to 1. */
export interface Distances {
  /** To the nearest point of the target. */
  readonly distance: Readonly<Record<DistanceTarget, Figure>>;
  /** `max(0, 1 - distance / diagonal)`, the diagonal of the box from everybody's minimum to everybody's maximum. */
  readonly optimality: Readonly<Record<DistanceTarget, Figure>>;
}

/**
 * The distances of a result from frontier and solution points, to the nearest where several tie.
 *
 * @param utilities - what the result is worth to each party
 * @returns undefined figures where the target has no point, for that target's reason; no optimality (`no-range`)
 * where all outcomes are worth the same to everybody
 * @see docs/requirements/bargaining.md, BA-33
 * @example
 * const analysis = analysisOf(generateScenario(7, [4, 4], 2));
 * console.log(distancesOf([0.5, 0.5], analysis).distance.nash.value);
 */
export function distancesOf(utilities: readonly number[], analysis: Analysis): Distances {
  let squares = 0;
  for (const { minimum, maximum } of analysis.parties) squares += (maximum - minimum) ** 2;
  const diagonal = Math.sqrt(squares);
  const distance = byTarget((target) => distanceTo(target, utilities, analysis));
  return Object.freeze({
    distance,
    optimality: byTarget((target) => optimality(distance[target], diagonal)),
  });
}

/** The same figure for every target: where there is no result to measure. */
export function distancesUndefined(figure: Figure): Distances {
  const all = byTarget(() => figure);
  return Object.freeze({ distance: all, optimality: all });
}

function byTarget(figure: (target: DistanceTarget) => Figure): Readonly<Record<DistanceTarget, Figure>> {
  return Object.freeze({
    frontier: figure("frontier"),
    nash: figure("nash"),
    kalaiEgalitarian: figure("kalaiEgalitarian"),
    kalaiSmorodinsky: figure("kalaiSmorodinsky"),
    minimumGainSpread: figure("minimumGainSpread"),
    minimumUtilityDifference: figure("minimumUtilityDifference"),
    maximumWelfare: figure("maximumWelfare"),
    maximumRelativeWelfare: figure("maximumRelativeWelfare"),
  });
}

function distanceTo(target: DistanceTarget, utilities: readonly number[], analysis: Analysis): Figure {
  if (target !== "frontier") {
    const solution = analysis.solutions[target];
    return solution.value === null ? undefinedBecause(solution.reason) : nearest(utilities, solution.points);
  }
  if (analysis.frontier.length === 0) return undefinedBecause("no-rational-outcome");
  return nearest(utilities, analysis.frontier);
}

/** @param points - at least one */
function nearest(utilities: readonly number[], points: readonly Point[]): Figure {
  let least = Number.POSITIVE_INFINITY;
  for (const point of points) {
    let squares = 0;
    for (let party = 0; party < utilities.length; party += 1) {
      const difference = (utilities[party] as number) - (point.utilities[party] as number);
      squares += difference * difference;
    }
    if (squares < least) least = squares;
  }
  return figureOf(Math.sqrt(least));
}

function optimality(distance: Figure, diagonal: number): Figure {
  if (distance.value === null) return distance;
  const share = quotient(distance.value, diagonal);
  return share.value === null ? share : figureOf(Math.max(0, 1 - share.value));
}
