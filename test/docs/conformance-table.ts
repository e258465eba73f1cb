/**
 * @module
 * The table of conformance of `docs/oap-conformance.md`: the clauses of OAP RFC 0002 with what their tests show, and
 * the attacks that they withstand.
 */

import { readFileSync } from "node:fs";
import { markdownTable } from "./markdown-table.js";
import { groupsIn } from "./test-titles.js";

/** An attack of `test/oap/attacks/`. */
export interface AttackStory {
  readonly file: string;
  /** In a sentence. */
  readonly story: string;
  readonly clauses: readonly string[];
}

const tests = new URL("../oap/rfc-0002.test.ts", import.meta.url);

/** The table of the tests as they stand. */
export function oapConformance(): string {
  return conformanceTable(readFileSync(tests, "utf8"), attackStories());
}

/** Each attack with its story, which is the title of its file's first group. */
export function attackStories(): readonly AttackStory[] {
  return Object.entries(CLAUSES_BY_ATTACK).map(([name, clauses]) => {
    const file = `${name}.test.ts`;
    const [first] = groupsIn(readFileSync(new URL(`../oap/attacks/${file}`, import.meta.url), "utf8"));
    return { file, story: first?.title ?? name, clauses };
  });
}

/**
 * One row a group, whose title is `CLAUSES: what they say`, with what each of its tests shows and the attacks on it.
 *
 * Of a title the requirements before it are left out, and the case of a table after it.
 *
 * @throws {Error} for a group without clause or without tests
 */
export function conformanceTable(source: string, attacks: readonly AttackStory[]): string {
  const rows = groupsIn(source).map(({ title, tests: shown }) => {
    const [, clauses, says] = /^([\dAB][\d.]*(?:, [\dAB][\d.]*)*): (.+)$/.exec(title) ?? [];
    if (clauses === undefined || says === undefined || shown.length === 0) {
      throw new Error(`Expected clauses, what they say and tests of it, got ${title}.`);
    }
    const names = clauses.split(", ");
    const tried = attacks.filter((attack) => attack.clauses.some((clause) => names.includes(clause)));
    const told = tried.map(({ story, file }) => `${story} (\`${file.replace(".test.ts", "")}\`)`);
    return [clauses, says, shown.map(sentenceOf).join("; "), told.join("; ")];
  });
  return markdownTable(["clause", "says", "tests show", "attacks withstood"], rows);
}

function sentenceOf(title: string): string {
  return title
    .replace(/^(?:[A-Z]+-?\d+(?:, )?)+: /, "")
    .replace(/: [^:]*%.*$/, "")
    .replace(/ \[[A-Z]+-[^\]]*\]$/, "");
}

/** Which clauses each attack is about. */
const CLAUSES_BY_ATTACK: Readonly<Record<string, readonly string[]>> = {};
