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
const CLAUSES_BY_ATTACK: Readonly<Record<string, readonly string[]>> = {
  "a-host-writes-what-none-may": ["3.5", "A.7"],
  "a-stranger-fills-the-log-and-the-room": ["3.6", "3.7", "A.7"],
  "acceptance-with-terms-of-its-own": ["3.5"],
  "accepted-years-after-it-expired": ["3.4", "A.2"],
  "acceptor-salts-with-zeros": ["6"],
  "ada-changes-her-key-before-she-cosigns": ["5.2"],
  "another-host-or-manifest": ["3.5", "3.6"],
  "bob-accepts-a-superseded-offer-offline": ["3.5", "5.1"],
  "bob-accepts-twice-at-once": ["5.3", "A.5", "A.7"],
  "bob-accepts-what-was-offered-before": ["5.1"],
  "bob-leaves-in-one-room-and-agrees-in-the-other": ["3.6", "5.3", "A.7"],
  "bob-replays-adas-offer-after-the-room-forgot-it": ["5.1"],
  "bob-replays-adas-offer-in-the-tools-second-room": ["5.1", "A.7"],
  "a-word-is-misspelt": ["5.2", "6"],
  "bob-hides-the-price-that-he-changed": ["3.5", "6"],
  "bobs-agent-answers-what-is-not-taken": ["A.3"],
  "bob-says-more-than-he-signs": ["3.4", "3.5", "6"],
  "bob-signs-with-two-keys-of-one-did": ["5.2", "A.7"],
  "bob-takes-the-id-of-adas-open": ["5.1", "A.7"],
  "bob-walks-away-under-a-penalty": ["3.6", "A.3.2"],
  "eve-accepts-in-bobs-name": ["3.1", "5.2"],
  "eve-hands-in-junk-everywhere": ["3.3", "3.4"],
  "eve-hands-in-things-that-are-no-documents": ["3.3", "3.4"],
  "eve-takes-the-id-to-another-tool": ["3.5", "5.1"],
  "everybody-moves-at-once": ["5.3", "A.5"],
  "forger-signs-alone": ["3.5"],
  "keys-in-the-answer": ["5.2"],
  "one-owner-of-many-names-hangs": ["3.3", "5.2"],
  "period-of-the-acceptors-choice": ["3.5"],
  "proposer-signs-alone": ["3.5"],
  "round-77": ["5.1"],
  "somebody-argues-with-a-word-that-nobody-knows": ["B.6"],
  "somebody-edits-the-end-of-the-log": ["3.5", "A.7"],
  "somebody-edits-what-the-tool-has-stored": ["3.5", "A.7"],
  "somebody-lets-a-party-sign-nonsense": ["3.4", "3.6"],
  "somebody-listens-for-the-salts": ["6"],
  "somebody-looks-away": ["3.5", "A.7"],
  "somebody-of-bad-repute-offers-a-good-price": ["B.7"],
  "somebody-sorts-what-the-host-has-answered": ["3.5", "A.7"],
  "stranger-in-the-addressees-place": ["3.1", "3.5"],
  "strangers-flood-the-host-with-openings": ["3.3"],
  "swapped-seats": ["A.1"],
  "the-host-answers-adas-open-with-another": ["3.7"],
  "the-host-asks-for-more-than-was-signed": ["3.7", "5.3"],
  "the-host-changes-its-rule-for-periods": ["3.5", "A.7"],
  "the-host-forges-what-bob-answers": ["3.4", "5.2"],
  "the-host-lies-to-who-accepts": ["3.5", "5.2"],
  "the-host-lies-to-who-cosigns": ["3.5", "5.2"],
  "the-host-makes-ada-agree-twice": ["3.5", "5.3"],
  "the-host-shows-ada-what-she-has-taken-back": ["3.5", "5.1"],
  "the-host-shows-two-offers-of-one-id": ["3.4", "3.5"],
  "the-host-shows-what-has-no-form": ["3.4", "5.2"],
  "the-host-waits-until-bob-has-forgotten": ["3.5", "3.7"],
  "the-hosts-clock-runs-backwards": ["5.1", "A.2"],
  "the-log-answers-slowly": ["3.5", "A.7"],
  "the-log-hangs-while-bob-accepts": ["5.3", "A.5", "A.7"],
  "the-public-reads-a-confidential-deal-in-the-log": ["3.7"],
  "the-server-forgets-to-say-who-calls": ["3.3", "5.2"],
  "the-tool-restores-a-store-older-than-its-log": ["3.6", "5.3", "A.7"],
  "thousands-of-tiny-terms": ["3.4"],
  "what-an-acceptor-can-choose": ["3.5"],
};
