/**
 * @module
 * The turns of a negotiation as a table: when, who, what, and what it is worth.
 */

import { type Cell, table } from "./html-table.js";
import type { Markup } from "./markup.js";
import type { NegotiationScene } from "./negotiation-scene.js";
import { shownText } from "./shown-text.js";
import { valueText } from "./terms-text.js";
import type { ShownTraceRow } from "./trace-story.js";

/** The table; of utilities only those that the scene lets its reader see. */
export function turnTable(scene: NegotiationScene, trace: readonly ShownTraceRow[]): Markup {
  const { parties, space } = scene;
  const seen = parties.flatMap(({ range }, party) => (range === null ? [] : [party]));
  const names = space.issues.map(({ name }) => name);
  const rows = trace.map((row): readonly Cell[] => {
    const terms = row.outcome === null ? undefined : space.termsAt(row.outcome);
    return [
      row.turnNumber,
      row.relativeTime,
      parties[row.party]?.name ?? "",
      shownText(row.action, 20),
      ...names.map((name) => valueText(terms?.[name])),
      ...seen.map((party) => row.utilities?.[party] ?? null),
    ];
  });
  const worth = seen.map((party) => `u of ${parties[party]?.name ?? ""}`);
  const issues = names.map((name) => shownText(name, 30));
  return table({ columns: ["Turn", "t", "Party", "Action", ...issues, ...worth], rows });
}
