/**
 * @module
 * The turns of a negotiation as a table: when, who, what, and what it is worth.
 */

import type { IssueTerms } from "../../preferences/model/index.js";
import { countText, type Markup, shownText, valueText } from "../drawing/index.js";
import type { NegotiationScene, ShownTraceRow } from "../scene/index.js";
import { type Cell, table } from "./html-table.js";

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
