/**
 * @module
 * The table of scores of a tournament, for people.
 */

import { numberText } from "../../report/drawing/index.js";
import type { StrategySummary } from "../../tournament/index.js";
import { textTable } from "./text-table.js";

/** The lines, best first, without an end of line behind the last. */
export function summaryText(summary: readonly StrategySummary[]): string {
  const rows = summary.map(
    ({ rank, strategy, negotiationCount, failedCount, agreementRate, utility, advantage }) => [
      strategy,
      String(rank),
      String(negotiationCount),
      String(failedCount),
      agreementRate === null ? numberText(null) : `${numberText(agreementRate * 100)} %`,
      numberText(advantage.mean),
      numberText(advantage.standardDeviation),
      numberText(utility.mean),
      numberText(utility.median),
    ],
  );
  const head = [
    "strategy",
    "rank",
    "played",
    "failed",
    "agreed",
    "advantage",
    "deviation",
    "utility",
    "median",
  ];
  return textTable([head, ...rows]);
}
