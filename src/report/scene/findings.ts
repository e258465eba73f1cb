/**
 * @module
 * Solution points as a picture names them: rules that pick the same outcomes share a label, and those without a
 * value are listed by the reason. With the names of all rules and the words for all reasons.
 */

import type { Analysis, Point, Solution, SolutionRule, UndefinedReason } from "../../analysis/index.js";

/** Solution points with all the rules that pick them. */
interface Finding {
  /** The name of each rule, with the number of its ties where it picks more than one outcome. */
  readonly names: readonly string[];
  readonly letters: readonly string[];
  /** At least one. */
  readonly points: readonly Point[];
}

/** The findings of an analysis, in the order of the rules. */
export function findingsOf({ solutions }: Analysis): readonly Finding[] {
  const findings = new Map<string, { names: string[]; letters: string[]; points: readonly Point[] }>();
  for (const rule of RULES) {
    const solution = solutions[rule];
    if (solution.points.length === 0) continue;
    const key = solution.points.map(({ outcome }) => outcome).join();
    const finding = findings.get(key) ?? { names: [], letters: [], points: solution.points };
    finding.names.push(nameOf(solution));
    finding.letters.push(RULE_NAMES[rule].letter);
    findings.set(key, finding);
  }
  return [...findings.values()];
}

/** Rules without a value for the same reason. */
export interface Missing {
  /** In words. */
  readonly reason: string;
  readonly names: readonly string[];
}

/** The rules that found nothing, by reason. */
export function missingOf({ solutions }: Analysis): readonly Missing[] {
  const missing = new Map<string, string[]>();
  for (const rule of RULES) {
    const { reason } = solutions[rule];
    if (reason === undefined) continue;
    const words = REASON_WORDS[reason] ?? reason;
    missing.set(words, [...(missing.get(words) ?? []), RULE_NAMES[rule].name]);
  }
  return [...missing].map(([reason, names]) => ({ reason, names }));
}

function nameOf({ rule, points, degenerate }: Solution): string {
  const notes = [...(points.length > 1 ? [`${points.length} tied`] : []), ...(degenerate ? ["all 0"] : [])];
  return notes.length === 0 ? RULE_NAMES[rule].name : `${RULE_NAMES[rule].name} (${notes.join(", ")})`;
}

/** What a rule is called, what it seeks, and its letter in a terminal. */
interface RuleName {
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
