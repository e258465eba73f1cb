/**
 * @module
 * The solution points of an analysis as a table: rule, what it seeks, its value, the outcome, and how far the
 * agreement is from it.
 */

import { distancesOf } from "../../analysis/metrics/index.js";
import type { Analysis } from "../../analysis/solutions/index.js";
import { type Markup, numberText, termsText } from "../drawing/index.js";
import { REASON_WORDS, RULE_NAMES, RULES, type Scene } from "../scene/index.js";
import { type Cell, table } from "./html-table.js";

/** The table; ties are counted, and the first of them is shown. */
export function solutionTable({ parties, agreement }: Scene, analysis: Analysis): Markup {
  const known = agreement?.utilities.filter((utility) => utility !== null) ?? [];
  const distance = known.length === parties.length ? distancesOf(known, analysis).distance : undefined;
  const rows = RULES.map((rule): readonly Cell[] => {
    const { value, reason, points } = analysis.solutions[rule];
    const [first] = points;
    const { name, formula } = RULE_NAMES[rule];
    return [
      name,
      formula,
      value,
      ...parties.map((_, party) => first?.utilities[party] ?? null),
      distance?.[rule].value ?? null,
      points.length,
      first === undefined ? (REASON_WORDS[reason ?? "no-value"] ?? "") : termsText(first.terms),
    ];
  });
  const names = parties.map(({ name }) => ({ measure: `u of ${name}` }));
  const columns = [
    "Rule",
    "Seeks",
    { measure: "Value" },
    ...names,
    { measure: "Distance of agreement" },
    "Outcomes",
    "Terms, or why none",
  ];
  return table({ columns, rows });
}

/** What u, d and g are, with the disagreement point of the analysis. */
export function solutionNote({ disagreement }: Analysis): string {
  const from = disagreement.utilities.map((utility) => numberText(utility)).join(" / ");
  const rule =
    disagreement.rule === "reservation" ? "the reservation" : "the reservation, or the minimum if higher";
  return (
    `u is utility, d the disagreement (${rule}: ${from}), g = (u − d) / (max u − d). ` +
    "The rules choose from the frontier of the outcomes that are rational for all; the minimum utility difference, " +
    "from the frontier of all outcomes."
  );
}
