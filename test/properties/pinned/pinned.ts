/**
 * @module
 * All that is pinned, by what it is of, and the file that holds its digests.
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { commandLineDigests } from "./command-line.js";
import type { Digests } from "./digest.js";
import { doorDigests } from "./doors.js";
import { pageDigests, vectorDigests } from "./pages.js";
import { hasPublished, ownScenarios, publishedScenarios } from "./played.js";
import { reportDigests } from "./reports.js";
import { scenarioDigests } from "./scenarios.js";
import { walkDigests } from "./walks.js";
import { worldDigests } from "./worlds.js";

/** Where the digests are. */
export const pinnedFile: string = fileURLToPath(new URL("../../fixtures/pinned.json", import.meta.url));

/** One kind of what is pinned. */
export interface PinnedGroup {
  readonly name: string;
  /** Whether all that it needs is here. */
  readonly isHere: boolean;
  digests(): Digests | Promise<Digests>;
}

/** All kinds. */
export const PINNED_GROUPS: readonly PinnedGroup[] = [
  { name: "worlds", isHere: true, digests: worldDigests },
  { name: "walks", isHere: true, digests: walkDigests },
  { name: "doors", isHere: true, digests: doorDigests },
  { name: "scenarios", isHere: true, digests: () => scenarioDigests(ownScenarios()) },
  { name: "published scenarios", isHere: hasPublished, digests: () => scenarioDigests(publishedScenarios()) },
  { name: "reports", isHere: true, digests: () => reportDigests(ownScenarios()) },
  { name: "command line", isHere: true, digests: commandLineDigests },
  { name: "vectors", isHere: true, digests: vectorDigests },
  { name: "pages", isHere: true, digests: pageDigests },
];

/** The digests that were pinned, by kind. */
export function pinned(): Readonly<Record<string, Digests>> {
  return JSON.parse(readFileSync(pinnedFile, "utf8"));
}

/** What differs from the pinned, each with how. */
export function differences(now: Digests, before: Digests | undefined): readonly string[] {
  if (before === undefined) return ["all is new"];
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  return names.flatMap((name) => {
    if (now[name] === before[name]) return [];
    return [
      `${name} ${now[name] === undefined ? "is gone" : before[name] === undefined ? "is new" : "differs"}`,
    ];
  });
}
