/**
 * @module
 * What many worlds came to: numbers that add up, what none of them reached, and one line that says it all.
 */

import { type ByFault, FAULT_KINDS } from "../faults/index.js";
import type { WorldReport } from "./sim-world.js";

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
export type CountedWorld = Pick<WorldReport, "events" | "commits" | "crashes" | "faults" | "endings">;

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
