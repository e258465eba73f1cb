/**
 * @module
 * Scripted worlds for the tests of a world's parts: what the script logs, and what came of the world.
 */

import { SimWorld, type WorldReport } from "../../src/simulation/run/index.js";
import type { SimWorldOptions, Stage } from "../../src/simulation/world/index.js";

/** Runs a script and gives what it logged; fails when it threw or when something did not hold. */
export async function played(
  script: (stage: Stage, log: (line: unknown) => void) => Promise<void>,
  options: Partial<SimWorldOptions> = {},
): Promise<{ readonly log: readonly unknown[]; readonly report: WorldReport }> {
  const log: unknown[] = [];
  const report = await new SimWorld({
    seed: 1,
    ...options,
    script: (stage) => script(stage, (line) => void log.push(line)),
  }).run();
  if (report.scriptError !== undefined) throw report.scriptError;
  if (report.violations.length > 0) throw new Error(JSON.stringify(report.violations));
  return { log, report };
}
