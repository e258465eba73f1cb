/**
 * @module
 * Runs many worlds, seed after seed, and sums them up. How one that failed is reported and made smaller is
 * in `failure-report.ts` and `reduce-world.ts`.
 */

import { systemClock } from "../../service/timing/index.js";
import { platformPause } from "../nodes/index.js";
import type { WorldMode } from "../observation/index.js";
import { type SimWorldOptions, WORLD_PRESETS, type WorldPreset } from "../world/index.js";
import { SimWorld, type WorldReport } from "./sim-world.js";
import { missingIn, NO_WORLDS, summaryLine, type WorldSummary, withWorld } from "./world-summary.js";

/** Which worlds to run; all else is as for one world. */
export interface SimulateOptions<Terms = unknown>
  extends Omit<SimWorldOptions<Terms>, "seed" | "mode" | "preset"> {
  readonly worlds: number;
  /** The seeds count on from here. @default 1 */
  readonly firstSeed?: number | undefined;
  /** Taken in turn, by seed. @default both */
  readonly modes?: readonly WorldMode[] | undefined;
  /** Taken in turn, by seed. @default all */
  readonly presets?: readonly WorldPreset[] | undefined;
  /** So many of the first worlds run twice, as every world that fails does (I9). @default 20 */
  readonly twice?: number | undefined;
  /** Whether a fault or an ending that no world met with fails the run. @default from 5,000 worlds of all presets on */
  readonly demandsCoverage?: boolean | undefined;
}

/** What came of many worlds. */
export interface Simulation extends WorldSummary {
  /** Whether everything held, and what was to be reached was. */
  readonly ok: boolean;
  /** The worlds in which something did not hold. */
  readonly failures: readonly WorldReport[];
  /** Faults that never occurred, statuses and reasons that were never reached. */
  readonly missing: readonly string[];
  /** Real ms. */
  readonly ms: number;
  /** All of it in one line. */
  readonly line: string;
}

/**
 * Runs worlds of consecutive seeds.
 *
 * @example
 * const { ok, failures, line } = await simulate({ worlds: 200, agents: () => agent });
 * console.log(line);
 * for (const { seed, mode, preset, violations } of failures) console.log(seed, mode, preset, violations[0]);
 */
export async function simulate<Terms = unknown>(options: SimulateOptions<Terms>): Promise<Simulation> {
  const { worlds, firstSeed = 1, modes = BOTH, presets = WORLD_PRESETS, twice = 20, ...rest } = options;
  const { demandsCoverage = worlds >= 5_000 && presets === WORLD_PRESETS, ...common } = rest;
  const kinds = modes.flatMap((mode) => presets.map((preset) => ({ mode, preset })));
  const failures: WorldReport[] = [];
  let summary = NO_WORLDS;
  const startedAt = systemClock.now();
  let pausedAt = startedAt;
  for (let seed = firstSeed; seed < firstSeed + worlds; seed++) {
    const world = { ...common, seed, ...kinds[seed % kinds.length] };
    const report = await ranTwice(world, seed < firstSeed + twice);
    summary = withWorld(summary, report);
    if (report.violations.length > 0) failures.push(report);
    if (systemClock.now() - pausedAt < PAUSE_AFTER_MS) continue;
    // Worlds leave no turn to anybody else: a test runner would think that this process is gone.
    await platformPause();
    pausedAt = systemClock.now();
  }
  const ms = systemClock.now() - startedAt;
  const missing = missingIn(summary);
  const ok = failures.length === 0 && (missing.length === 0 || !demandsCoverage);
  return { ...summary, ok, failures, missing, ms, line: summaryLine(summary, ms) };
}

const BOTH: readonly WorldMode[] = ["safety", "liveness"];

/** Chosen: often enough for whoever waits for a sign of life. */
const PAUSE_AFTER_MS = 200;

/** A second run has to leave the same trace (I9). */
async function ranTwice<Terms>(options: SimWorldOptions<Terms>, always: boolean): Promise<WorldReport> {
  const first = await new SimWorld(options).run();
  if (!always && first.violations.length === 0) return first;
  const second = await new SimWorld(options).run();
  if (first.traceHash === second.traceHash && first.events === second.events) return first;
  const lines = second.trace;
  const index = first.trace.findIndex((line, at) => line !== lines[at]);
  const detail = `expected the same trace twice, got "${first.trace[index]}" and then "${lines[index]}"`;
  const violation = { invariant: "I9", at: 0, negotiationId: null, detail };
  return { ...first, violations: [...first.violations, violation] };
}
