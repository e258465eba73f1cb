/**
 * @module
 * The solution points: the outcomes that each named rule picks, with all ties, or the reason why it picks none.
 */

import {
  type DisagreementOptions,
  type DisagreementRule,
  disagreementIn,
  disagreementOf,
  relativeGainsOf,
} from "./disagreement.js";
import { type Figure, figureOf, type UndefinedReason, undefinedBecause } from "./figure.js";
import type { Point, ScenarioUtilities } from "./scenario-utilities.js";

/** The rules, by the names of their functions. */
export type SolutionRule =
  | "nash"
  | "kalaiEgalitarian"
  | "kalaiSmorodinsky"
  | "minimumGainSpread"
  | "minimumUtilityDifference"
  | "maximumWelfare"
  | "maximumRelativeWelfare";

/** What a rule picks. Plain, frozen, JSON-safe. */
export type Solution = Figure & {
  readonly rule: SolutionRule;
  /** How the disagreement point was chosen; `null` for a rule that has none. */
  readonly disagreement: DisagreementRule | null;
  /** The outcomes of the best value, those within 1e-12 of it too, in the order of the frontier; empty without a value. */
  readonly points: readonly Point[];
  /** Whether the Nash product is 0 everywhere, so that it tells nothing apart. False for all other rules. */
  readonly degenerate: boolean;
};

/** What to look for, and where. */
export interface Search {
  readonly rule: SolutionRule;
  readonly disagreement: DisagreementRule | null;
  /** The positions to choose from. */
  readonly positions: readonly number[];
  readonly seeks: "most" | "least";
  /** The value of a position; `undefined` where the rule is not defined at all (`no-range`). */
  readonly score: ((position: number) => number) | undefined;
}

/** Values as near as this are ties, in units of the value (docs/requirements/bargaining.md, BA-32). */
const TIE = 1e-12;

/** The positions of the best score, all ties among them. */
function solved(utilities: ScenarioUtilities, search: Search): Solution {
  const { rule, disagreement, positions, seeks, score } = search;
  const missing = (reason: UndefinedReason): Solution =>
    Object.freeze({ rule, disagreement, points: NO_POINTS, degenerate: false, ...undefinedBecause(reason) });
  if (positions.length === 0) return missing("no-rational-outcome");
  if (score === undefined) return missing("no-range");
  const sign = seeks === "most" ? 1 : -1;
  const scores = Float64Array.from(positions, (position) => sign * score(position));
  let best = Number.NEGATIVE_INFINITY;
  for (const one of scores) if (one > best) best = one;
  const figure = figureOf(sign * best);
  if (figure.value === null) return missing(figure.reason);
  const tied = positions.filter((_, place) => (scores[place] as number) >= best - TIE);
  const points = Object.freeze(tied.map((position) => utilities.pointAt(position)));
  return Object.freeze({
    rule,
    disagreement,
    points,
    degenerate: rule === "nash" && figure.value === 0,
    value: figure.value,
  });
}

const NO_POINTS: readonly Point[] = Object.freeze([]);

/**
 * The outcomes of the largest product of gains u - d over the disagreement point.
 *
 * Only outcomes rational for all take part, so that two losses never make a gain. With all products 0 the value is
 * 0, all on the frontier tie, and `degenerate` is true.
 *
 * @see Nash, The bargaining problem, 1950; docs/requirements/bargaining.md, BA-32
 * @example
 * const utilities = utilitiesOf(generateScenario(7, [4, 4], 2));
 * const { points, value, reason } = nash(utilities, { disagreement: "reservation-or-minimum" });
 * console.log(points[0]?.terms ?? reason, value);
 */
export function nash(utilities: ScenarioUtilities, options: DisagreementOptions = {}): Solution {
  const disagreement = disagreementIn(options);
  const without = disagreementOf(utilities, disagreement);
  return solved(utilities, {
    rule: "nash",
    disagreement,
    positions: utilities.frontierPositions("rational", "one"),
    seeks: "most",
    score: (position) => {
      let product = 1;
      for (let party = 0; party < without.length; party += 1) {
        product *= utilities.utility(party, position) - (without[party] as number);
      }
      return product;
    },
  });
}

/**
 * The outcomes on the rational frontier whose least gain u - d is largest. Who counts in larger units gets less by
 * it: not scale invariant.
 *
 * @see Kalai, Proportional solutions to bargaining situations, 1977; docs/requirements/bargaining.md, BA-32
 */
export function kalaiEgalitarian(utilities: ScenarioUtilities, options: DisagreementOptions = {}): Solution {
  const disagreement = disagreementIn(options);
  const without = disagreementOf(utilities, disagreement);
  return solved(utilities, {
    rule: "kalaiEgalitarian",
    disagreement,
    positions: utilities.frontierPositions("rational", "one"),
    seeks: "most",
    score: (position) => Math.min(...without.map((own, party) => utilities.utility(party, position) - own)),
  });
}

/**
 * The outcomes on the rational frontier whose least relative gain g = (u - d) / (max - d) is largest: the textbook
 * rule on a finite set.
 *
 * GENIUS and ANL 2022 give this name to `minimumUtilityDifference`, NegMAS gives it to `minimumGainSpread`.
 * Undefined (`no-range`) where a party's maximum is its disagreement.
 *
 * @see Kalai and Smorodinsky, Other solutions to Nash's bargaining problem, 1975;
 * docs/requirements/bargaining.md, BA-32
 */
export function kalaiSmorodinsky(utilities: ScenarioUtilities, options: DisagreementOptions = {}): Solution {
  const disagreement = disagreementIn(options);
  const gainsAt = relativeGainsOf(utilities, disagreementOf(utilities, disagreement));
  return solved(utilities, {
    rule: "kalaiSmorodinsky",
    disagreement,
    positions: utilities.frontierPositions("rational", "one"),
    seeks: "most",
    score: gainsAt && ((position) => Math.min(...gainsAt(position))),
  });
}

/**
 * The outcomes whose relative gains g = (u - d) / (max - d) are least far apart: largest g less smallest g.
 *
 * Among points of a finite set it may take one that is worse for all but one than another: see
 * `kalaiSmorodinsky`. Undefined (`no-range`) where a party's maximum is its disagreement.
 *
 * @see NegMAS, `ks_points`, which calls it Kalai-Smorodinsky; docs/requirements/bargaining.md, BA-32
 */
export function minimumGainSpread(utilities: ScenarioUtilities, options: DisagreementOptions = {}): Solution {
  const disagreement = disagreementIn(options);
  const gainsAt = relativeGainsOf(utilities, disagreementOf(utilities, disagreement));
  return solved(utilities, {
    rule: "minimumGainSpread",
    disagreement,
    positions: utilities.frontierPositions("rational", "one"),
    seeks: "least",
    score:
      gainsAt &&
      ((position) => {
        const gains = gainsAt(position);
        return Math.max(...gains) - Math.min(...gains);
      }),
  });
}

/**
 * The outcomes on the frontier over all outcomes whose utilities differ least: the sum of abs(u_i - u_j) over
 * all pairs. Knows neither reservation nor disagreement.
 *
 * @see GENIUS 10.4 and ANL 2022, which call it Kalai-Smorodinsky; docs/requirements/bargaining.md, BA-32
 */
export function minimumUtilityDifference(utilities: ScenarioUtilities): Solution {
  return solved(utilities, {
    rule: "minimumUtilityDifference",
    disagreement: null,
    positions: utilities.frontierPositions("all", "one"),
    seeks: "least",
    score: (position) => {
      const own = utilities.utilitiesAt(position);
      let sum = 0;
      for (let party = 1; party < own.length; party += 1) {
        for (let other = 0; other < party; other += 1) {
          sum += Math.abs((own[party] as number) - (own[other] as number));
        }
      }
      return sum;
    },
  });
}

/**
 * The outcomes of the largest sum of utilities among those rational for all.
 *
 * @see docs/requirements/bargaining.md, BA-32; the utilitarian rule
 */
export function maximumWelfare(utilities: ScenarioUtilities): Solution {
  return solved(utilities, {
    rule: "maximumWelfare",
    disagreement: null,
    positions: utilities.frontierPositions("rational", "one"),
    seeks: "most",
    score: (position) => sumOf(utilities.utilitiesAt(position)),
  });
}

/**
 * The outcomes of the largest sum of relative gains g = (u - d) / (max - d) among those rational for all.
 *
 * Undefined (`no-range`) where a party's maximum is its disagreement.
 *
 * @see Cao, Preference functions and bargaining solutions, 1982, the relative utilitarian rule; BA-32
 */
export function maximumRelativeWelfare(
  utilities: ScenarioUtilities,
  options: DisagreementOptions = {},
): Solution {
  const disagreement = disagreementIn(options);
  const gainsAt = relativeGainsOf(utilities, disagreementOf(utilities, disagreement));
  return solved(utilities, {
    rule: "maximumRelativeWelfare",
    disagreement,
    positions: utilities.frontierPositions("rational", "one"),
    seeks: "most",
    score: gainsAt && ((position) => sumOf(gainsAt(position))),
  });
}

function sumOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
