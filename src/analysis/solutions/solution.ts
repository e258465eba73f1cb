/**
 * @module
 * A solution point: the outcomes that a named rule picks, with all ties, or the reason why it picks none.
 */

import type {
  DisagreementRule,
  Figure,
  Point,
  ScenarioUtilities,
  UndefinedReason,
} from "../frontier/index.js";
import { figureOf, undefinedBecause } from "../frontier/index.js";

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
export function solved(utilities: ScenarioUtilities, search: Search): Solution {
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
