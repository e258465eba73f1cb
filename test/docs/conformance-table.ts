/**
 * @module
 * The table of conformance of the README: the clauses of OAP RFC 0002 with what their tests show.
 */

import { readFileSync } from "node:fs";
import { markdownTable } from "./markdown-table.js";
import { groupsIn } from "./test-titles.js";

const tests = new URL("../oap/rfc-0002.test.ts", import.meta.url);

/** The table of the tests as they stand. */
export function oapConformance(): string {
  return conformanceTable(readFileSync(tests, "utf8"));
}

/**
 * One row a group, whose title is `CLAUSES: what they say`, and what each of its tests shows.
 *
 * Of a title the requirements before it are left out, and the case of a table after it.
 *
 * @throws {Error} for a group without clause or without tests
 */
export function conformanceTable(source: string): string {
  const rows = groupsIn(source).map(({ title, tests: shown }) => {
    const [, clauses, says] = /^([\dAB][\d.]*(?:, [\dAB][\d.]*)*): (.+)$/.exec(title) ?? [];
    if (clauses === undefined || says === undefined || shown.length === 0) {
      throw new Error(`Expected clauses, what they say and tests of it, got ${title}.`);
    }
    return [clauses, says, shown.map(sentenceOf).join("; ")];
  });
  return markdownTable(["clause", "says", "tests show"], rows);
}

function sentenceOf(title: string): string {
  return title.replace(/^(?:[A-Z]+-?\d+(?:, )?)+: /, "").replace(/: [^:]*%.*$/, "");
}
