/**
 * @module
 * Solution points as a picture names them: rules that pick the same outcomes share a label, and those without a
 * value are listed by the reason.
 */

import type { Point } from "../../analysis/frontier/index.js";
import type { Analysis, Solution } from "../../analysis/solutions/index.js";
import { REASON_WORDS, RULE_NAMES, RULES } from "./rule-names.js";

/** Solution points with all the rules that pick them. */
export interface Finding {
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
