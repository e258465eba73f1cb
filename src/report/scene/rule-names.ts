/**
 * @module
 * How pictures and pages call the solution rules, and why one of them found nothing.
 */

import type { UndefinedReason } from "../../analysis/frontier/index.js";
import type { SolutionRule } from "../../analysis/solutions/index.js";

/** What a rule is called, what it seeks, and its letter in a terminal. */
export interface RuleName {
  readonly name: string;
  /** `u` utility, `d` disagreement, `g` relative gain (u - d) / (max - d). */
  readonly formula: string;
  readonly letter: string;
}

/**
 * The names of all rules. What other tools call "Kalai-Smorodinsky" is three different rules: here each has its own.
 *
 * @see docs/requirements/bargaining.md, BA-32
 */
export const RULE_NAMES: Readonly<Record<SolutionRule, RuleName>> = Object.freeze({
  nash: { name: "Nash product", formula: "max Π (u − d)", letter: "N" },
  kalaiEgalitarian: { name: "Kalai egalitarian", formula: "max min (u − d)", letter: "E" },
  kalaiSmorodinsky: { name: "Kalai–Smorodinsky", formula: "max min g", letter: "K" },
  minimumGainSpread: { name: "Minimum gain spread", formula: "min (max g − min g)", letter: "G" },
  minimumUtilityDifference: {
    name: "Minimum utility difference",
    formula: "min Σ |u − u′|",
    letter: "D",
  },
  maximumWelfare: { name: "Maximum welfare", formula: "max Σ u", letter: "W" },
  maximumRelativeWelfare: { name: "Maximum relative welfare", formula: "max Σ g", letter: "R" },
});

/** The rules in the order of pictures and tables. */
export const RULES: readonly SolutionRule[] = Object.freeze(Object.keys(RULE_NAMES) as SolutionRule[]);

/** Why there is no value, in words. */
export const REASON_WORDS: Readonly<Record<UndefinedReason, string>> = Object.freeze({
  "no-rational-outcome": "no outcome is rational for all",
  "no-range": "a scale has no length",
  "no-reservation": "no reservation",
  "no-offer": "no offer",
  "one-offer": "one offer only",
  "no-concession": "no concession",
  "no-value": "no value",
  "not-finite": "beyond the range of numbers",
});
