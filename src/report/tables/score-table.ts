/**
 * @module
 * The scores of a tournament as a table, best first.
 */

import type { StrategySummary } from "../../tournament/rows/index.js";
import { type Markup, shownText } from "../drawing/index.js";
import { type Cell, type Column, table } from "./html-table.js";

/** The table of a summary, in its order; ranks may be shared. */
export function scoreTable(summary: readonly StrategySummary[]): Markup {
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
    ],
  );
  return table({ columns: COLUMNS, rows });
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
