/**
 * @module
 * The tables of the pages: the scores of a tournament, how strategies fared against each other, the solution points
 * and the turns of a negotiation.
 */

import { type Analysis, distancesOf } from "../../analysis/index.js";
import type { IssueTerms } from "../../preferences/model/index.js";
import type { StrategySummary } from "../../tournament/index.js";
import {
  countText,
  type Markup,
  numberText,
  rangeOf,
  shownText,
  termsText,
  valueText,
} from "../drawing/index.js";
import {
  type NegotiationScene,
  REASON_WORDS,
  RULE_NAMES,
  RULES,
  type Scene,
  type ShownTraceRow,
} from "../scene/index.js";
import { type Cell, type Column, table } from "./html-table.js";

/** The table of a summary, in its order; ranks may be shared. */
export function scoreTable(summary: readonly StrategySummary[]): Markup {
  // Calls and tokens of models, and whatever else strategies say that they have cost.
  const costs = [...new Set(summary.flatMap((one) => Object.keys(one.costs ?? {})))];
  const rows = summary.map(
    ({ rank, strategy, negotiationCount, failedCount, agreementRate, ...score }): readonly Cell[] => [
      rank,
      shownText(strategy, 40),
      score.advantage.mean,
      score.advantage.median,
      score.advantage.standardDeviation,
      score.asInitiator.advantage.mean,
      score.asResponder.advantage.mean,
      score.utility.mean,
      agreementRate === null ? null : Math.round(agreementRate * 1000) / 10,
      negotiationCount,
      failedCount,
      score.advantage.undefinedCount,
      ...costs.map((name) => score.costs?.[name] ?? null),
    ],
  );
  return table({ columns: [...COLUMNS, ...costs.map((name) => shownText(name, 20))], rows });
}

const COLUMNS: readonly Column[] = [
  "Rank",
  "Strategy",
  { measure: "Mean advantage" },
  { measure: "Median" },
  { measure: "Std. deviation" },
  { measure: "As initiator" },
  { measure: "As responder" },
  { measure: "Mean utility" },
  "Agreed, %",
  "Negotiations",
  "Failed",
  "Undefined",
];

/** What the table is made of. */
interface MatrixOptions {
  /** What the names at the left are, and those above: "Strategy, against". */
  readonly corner: string;
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** `null` where there is no number. */
  readonly value: (row: string, column: string) => number | null;
}

/** The table, shaded from the least of its numbers to the greatest. */
export function matrixTable({ corner, rows, columns, value }: MatrixOptions): Markup {
  const values = rows.map((row) => columns.map((column) => value(row, column)));
  const [least, most] = rangeOf(values.flat().filter((one) => one !== null));
  const lines = values.map((line, index): readonly Cell[] => [
    shownText(rows[index] ?? "", LONGEST),
    ...line.map((one) => ({ value: one, shade: one === null ? 0 : (one - least) / (most - least) })),
  ]);
  const measures = columns.map((name) => ({ measure: shownText(name, LONGEST) }));
  return table({ columns: [corner, ...measures], rows: lines, isUpright: columns.length > MOST_ACROSS });
}

/** Chosen: characters of a name, so that ten columns fit on a page. */
const LONGEST = 28;

/** Chosen: names of more columns would not find room side by side on a page of 1,100 pixels. */
const MOST_ACROSS = 8;

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

/** Chosen: turns at the start and at the end of a long negotiation, each; more would be a log, and no page. */
const MOST_AT_AN_END = 1000;

/** What a table of so many turns leaves out; empty for nothing. */
export function turnNote(turnCount: number): string {
  if (turnCount <= 2 * MOST_AT_AN_END) return "";
  const each = countText(MOST_AT_AN_END);
  return `${countText(turnCount)} turns, of which the first ${each} and the last ${each} are listed.`;
}

/** The table, of a long negotiation its two ends; of utilities only those that the scene lets its reader see. */
export function turnTable(scene: NegotiationScene, trace: readonly ShownTraceRow[]): Markup {
  const { parties, space } = scene;
  const seen = parties.flatMap(({ range }, party) => (range === null ? [] : [party]));
  const names = space.issues.map(({ name }) => name);
  const isLong = trace.length > 2 * MOST_AT_AN_END;
  const listed = isLong ? [...trace.slice(0, MOST_AT_AN_END), ...trace.slice(-MOST_AT_AN_END)] : trace;
  const rows = listed.map((row): readonly Cell[] => {
    const terms = row.outcome === null ? undefined : space.termsAt(row.outcome);
    return [
      row.turnNumber,
      row.relativeTime,
      parties[row.party]?.name ?? "",
      shownText(row.action, 20),
      ...names.map((name) => valueCell(terms?.[name])),
      ...seen.map((party) => row.utilities?.[party] ?? null),
    ];
  });
  const worth = seen.map((party) => ({ measure: `u of ${parties[party]?.name ?? ""}` }));
  const issues = names.map((name) => shownText(name, 30));
  return table({ columns: ["Turn", { measure: "t" }, "Party", "Action", ...issues, ...worth], rows });
}

function valueCell(value: IssueTerms[string] | undefined): Cell {
  return typeof value === "number" ? { exact: value } : valueText(value);
}
