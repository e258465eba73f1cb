/**
 * @module
 * The pinned command line: what the commands print, and the files that they write.
 */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { commandHere } from "../../kit/command-here.js";
import { packageRoot } from "../../package/package-root.js";
import { type Digests, digestOf, roundedNumbers } from "./digest.js";

/** What is called; each in a folder of its own. */
const CALLS: readonly string[] = [
  "--help",
  "run --help",
  "analyse --help",
  "tournament --help",
  "convert --help",
  "verify --help",
  "verify-receipt --help",
  "verify-log --help",
  "export-log --help",
  "run api-supply --trace --turns 30 --plot plane.svg --report page.html",
  "run data-consortium --initiator boulware --responder linear --seed 3 --json",
  "run nowhere",
  "run api-supply --turns many",
  "analyse service-level --plot plane.svg",
  "analyse meeting-slot --over all --json",
  "tournament api-supply game-trade --strategies boulware,micro,hybrid --workers 0 --quiet --rows rows.ndjson --report scores.html",
  "tournament feature-bundle --strategies all --turns 20 --workers 0 --quiet --rows rows.csv --json",
  "convert api-supply domain.xml",
  "convert game-trade web.json --format geniusweb",
  "verify nothing.json",
];

/** By call. */
export async function commandLineDigests(): Promise<Digests> {
  mkdirSync(join(packageRoot, ".tmp"), { recursive: true });
  const place = mkdtempSync(join(packageRoot, ".tmp", "pinned-"));
  try {
    const digests: Record<string, string> = {};
    for (const call of CALLS) digests[call] = digestOf(await told(call, mkdtempSync(join(place, "call-"))));
    return digests;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Exit status, both outputs, and the files by name. */
async function told(call: string, folder: string): Promise<readonly string[]> {
  const { code, stdout, stderr } = await commandHere(folder, call.split(" "));
  const files = readdirSync(folder)
    .sort()
    .flatMap((name) => [name, readFileSync(join(folder, name), "utf8")]);
  return [`${code}`, stdout, stderr, ...files].map(roundedNumbers);
}
