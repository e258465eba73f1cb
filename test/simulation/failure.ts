/**
 * @module
 * All that is said of a failing world: the block of SM-80 with a smaller world where one is found, the details
 * below it, and the whole trace in a file.
 */

import { type ExecFileSyncOptions, execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { platformPause } from "../../src/simulation/nodes/index.js";
import type { Reduction } from "../../src/simulation/report/index.js";
import { failureBlock, failureDetails, reducedWorld } from "../../src/simulation/report/index.js";
import type { WorldReport } from "../../src/simulation/run/index.js";
import { counts } from "./counts.js";
import { ROOT } from "./patched-source.js";
import { type Requests, replayCommand, type WorldRequest } from "./world-request.js";

/** A failing world, described. */
export interface FailureText {
  /** To be printed first. */
  readonly block: string;
  readonly details: string;
}

/**
 * Describes a failing world.
 *
 * @param seconds - that the search for a smaller one may take; 0 for none
 */
export async function failureText(
  request: WorldRequest,
  report: WorldReport,
  requests: Requests,
  seconds: number = counts.reductionSeconds,
): Promise<FailureText> {
  const smaller = seconds > 0 ? await smallerRequest(request, report, requests, seconds) : undefined;
  const block = failureBlock(report, {
    commit: commitHash(),
    platform: `node ${process.version}`,
    replay: replayCommand(request),
    smaller: smaller && replayCommand(smaller),
  });
  const path = writtenTrace(request, report);
  return { block, details: `${failureDetails(report)}\n\nThe whole trace (${report.traceHash}): ${path}` };
}

/** A smaller world in which the same fails. */
export async function smallerRequest(
  request: WorldRequest,
  report: WorldReport,
  requests: Requests,
  seconds: number,
): Promise<WorldRequest | undefined> {
  const endsAt = performance.now() + seconds * 1_000;
  const times = report.violations[0]?.invariant === "I9" ? 2 : 1;
  const reduction: Reduction | undefined = await reducedWorld(report, {
    negotiations: request.negotiations,
    run: async (smaller) => {
      await platformPause();
      return requests.run({ ...request, ...smaller }, times);
    },
    mayGoOn: () => performance.now() < endsAt,
  });
  return reduction && { ...request, ...reduction };
}

function writtenTrace({ seed, mode, preset, mutant }: WorldRequest, report: WorldReport): string {
  const folder = join(ROOT, ".tmp", "simulation");
  mkdirSync(folder, { recursive: true });
  const whose = mutant === undefined ? "" : `${mutant.replaceAll(":", "-")}-`;
  const path = join(folder, `trace-${whose}${mode}-${preset}-${seed}.txt`);
  writeFileSync(path, `${report.trace.join("\n")}\n`);
  return path;
}

function commitHash(): string {
  try {
    const options = { cwd: ROOT, stdio: ["ignore", "pipe", "ignore"] } satisfies ExecFileSyncOptions;
    return execFileSync("git", ["rev-parse", "HEAD"], options).toString().trim();
  } catch {
    return "unknown";
  }
}
