/**
 * @module
 * The pinned command line: what the commands print, and the files that they write.
 */

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
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
    // From the sources as they are, so that no stale build is pinned.
    const command = join(place, "concordat.mjs");
    await build({
      entryPoints: [join(packageRoot, "src", "cli", "main.ts")],
      outfile: command,
      bundle: true,
      packages: "external",
      format: "esm",
      platform: "node",
      target: "node20",
      logLevel: "error",
    });
    const digests: Record<string, string> = {};
    for (const call of CALLS)
      digests[call] = digestOf(await told(command, call, mkdtempSync(join(place, "call-"))));
    return digests;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Exit status, both outputs, and the files by name. */
function told(command: string, call: string, folder: string): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const settings = { cwd: folder, encoding: "utf8", maxBuffer: 1e8, env: {} } as const;
    execFile(
      process.execPath,
      ["--no-warnings", command, ...call.split(" ")],
      settings,
      (error, stdout, stderr) => {
        const files = readdirSync(folder)
          .sort()
          .flatMap((name) => [name, readFileSync(join(folder, name), "utf8")]);
        resolve([`${error?.code ?? 0}`, stdout, stderr, ...files].map(roundedNumbers));
      },
    );
  });
}
