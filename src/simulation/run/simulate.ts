/**
 * @module
 * Runs many worlds, seed after seed, and sums them up. How one that failed is reported and made smaller is
 * in `failure-report.ts` and `reduce-world.ts`.
 */

import { systemClock } from "../../service/timing/index.js";
import { type ByFault, FAULT_KINDS } from "../faults/index.js";
import { platformPause } from "../nodes/index.js";
import type { WorldMode } from "../observation/index.js";
import { type SimWorldOptions, WORLD_PRESETS, type WorldPreset } from "../world/index.js";
import { SimWorld, type WorldReport } from "./sim-world.js";

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

/** The numbers of many worlds. */
export interface WorldSummary {
  readonly worlds: number;
  readonly events: number;
  readonly commits: number;
  readonly crashes: number;
  /** How often each fault occurred. */
  readonly faults: ByFault;
  /** How often each ending was reached, by `expired/turn_cap`. */
  readonly endings: Readonly<Record<string, number>>;
}

/** What a world adds to a summary. */
type CountedWorld = Pick<WorldReport, "events" | "commits" | "crashes" | "faults" | "endings">;

/** The summary of no world. */
export const NO_WORLDS: WorldSummary = Object.freeze({
  worlds: 0,
  events: 0,
  commits: 0,
  crashes: 0,
  faults: Object.freeze(Object.fromEntries(FAULT_KINDS.map((kind) => [kind, 0])) as ByFault),
  endings: Object.freeze({}),
});

/** The summary with one world more. */
export function withWorld(summary: WorldSummary, world: CountedWorld): WorldSummary {
  const endings: Record<string, number> = {};
  for (const ending of world.endings) endings[ending] = (endings[ending] ?? 0) + 1;
  return withSummary(summary, { ...world, worlds: 1, endings });
}

/** Both summaries in one. */
export function withSummary(one: WorldSummary, other: WorldSummary): WorldSummary {
  const endings: Record<string, number> = { ...one.endings };
  for (const [ending, times] of Object.entries(other.endings)) {
    endings[ending] = (endings[ending] ?? 0) + times;
  }
  return {
    worlds: one.worlds + other.worlds,
    events: one.events + other.events,
    commits: one.commits + other.commits,
    crashes: one.crashes + other.crashes,
    faults: Object.fromEntries(
      FAULT_KINDS.map((kind) => [kind, one.faults[kind] + other.faults[kind]]),
    ) as ByFault,
    endings,
  };
}

/** Faults that never occurred, and final statuses and reasons that no world reached (SM-10, SM-71). */
export function missingIn({ faults, endings }: WorldSummary): readonly string[] {
  const reached = Object.keys(endings).flatMap((ending) => ending.split("/"));
  return [
    ...FAULT_KINDS.filter((kind) => faults[kind] === 0).map((kind) => `fault ${kind}`),
    ...STATUSES.filter((status) => !reached.includes(status)).map((status) => `status ${status}`),
    ...REASONS.filter((reason) => !reached.includes(reason)).map((reason) => `reason ${reason}`),
  ];
}

/** Written out rather than taken from the core, which it is to check. */
const STATUSES: readonly string[] = ["accepted", "rejected", "withdrawn", "expired", "stalled"];

const REASONS: readonly string[] = [
  "accept",
  "reject",
  "withdraw",
  "turn_timeout",
  "total_timeout",
  "proposal_expired",
  "turn_cap",
  "agent_error",
  "repetition",
  "cancelled",
];

/**
 * One line: worlds, rates, commits, crashes, faults by kind, endings (SM-71).
 *
 * @param ms - how long it took, in real time
 */
export function summaryLine(summary: WorldSummary, ms: number): string {
  const { worlds, events, commits, crashes, faults, endings } = summary;
  const aSecond = (count: number): number => Math.round((count / Math.max(ms, 1)) * 1_000);
  const listed = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, times]) => `${name}=${times}`)
      .join(" ");
  return [
    `worlds ${worlds} (${aSecond(worlds)}/s)`,
    `events ${events} (${aSecond(events)}/s)`,
    `commits ${commits}`,
    `crashes ${crashes}`,
    `faults ${listed(faults)}`,
    `endings ${listed(endings)}`,
  ].join("  ");
}
