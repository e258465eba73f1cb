/**
 * @module
 * The parts of pages that are generated, and how they get into each page. It reads and writes no page.
 */

import { negotiationMachine } from "../../src/core/machine/xstate/index.js";
import { CODES } from "../../src/errors.js";
import { knownPresets } from "../../src/presets/registry/index.js";
import { codePage } from "./code-page.js";
import { oapConformance } from "./conformance-table.js";
import { httpOperations } from "./http-operations.js";
import { eventTable, memberTable, rulesTable } from "./member-tables.js";
import { presetTable } from "./preset-columns.js";
import { roomTable } from "./room-table.js";
import { stateChart } from "./state-chart.js";
import { transitionTable } from "./transition-rows.js";

/** The text of each generated part by its name, by the page that it stands in, below the package's folder. */
export function generatedParts(): Readonly<Record<string, Readonly<Record<string, string>>>> {
  return {
    "docs/guide/states.md": {
      "state-chart": stateChart(negotiationMachine.config),
      transitions: transitionTable(negotiationMachine.config),
    },
    "docs/guide/rules.md": { rules: rulesTable(), presets: presetTable(knownPresets, "room") },
    "docs/guide/events.md": { events: eventTable() },
    "docs/guide/agents.md": { "agent-call": memberTable("AgentCall") },
    "docs/guide/http-server.md": { "http-operations": httpOperations() },
    "docs/guide/errors.md": { codes: codePage(CODES) },
    "docs/house.md": { rooms: roomTable() },
    "docs/oap-conformance.md": { "oap-conformance": oapConformance() },
  };
}

/**
 * The page with each part between its markers, `<!-- generated:NAME -->` and `<!-- /generated:NAME -->`.
 *
 * A part whose markers are missing comes at the end, under a heading of its name.
 *
 * @throws {Error} when markers are repeated, unbalanced, or name an unknown part
 */
export function withParts(page: string, parts: Readonly<Record<string, string>>): string {
  const markers = [...page.matchAll(/<!-- (\/?)generated:([\w-]+) -->/g)].map(
    (match) => `${match[1]}${match[2]}`,
  );
  for (const marker of markers) {
    const name = marker.replace("/", "");
    if (!Object.hasOwn(parts, name)) throw new Error(`Expected a known part between markers, got ${name}.`);
    const count = markers.filter((one) => one === name).length;
    const isPaired = markers[markers.indexOf(name) + 1] === `/${name}`;
    if (count !== 1 || !isPaired || markers.filter((one) => one === `/${name}`).length !== 1) {
      throw new Error(`Expected the markers of ${name} to stand once, as a pair.`);
    }
  }
  return Object.entries(parts).reduce((text, [name, part]) => withPart(text, name, part), page);
}

function withPart(page: string, name: string, part: string): string {
  const [open, close] = [`<!-- generated:${name} -->`, `<!-- /generated:${name} -->`];
  const block = `${open}\n\n${part}\n\n${close}`;
  const start = page.indexOf(open);
  if (start === -1) return `${page.trimEnd()}\n\n## ${name}\n\n${block}\n`;
  return page.slice(0, start) + block + page.slice(page.indexOf(close) + close.length);
}
