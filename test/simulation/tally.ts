/**
 * @module
 * What many worlds came to, in numbers that can be added up, and the one line that says it (SM-71).
 */

import { FAULT_KINDS, type FaultKind } from "../../src/testing/simulation/fault-kinds.js";
import type { WorldReport } from "../../src/testing/simulation/sim-world.js";
import type { WorldRequest } from "./world-request.js";

/** A world that failed. */
export interface Failure {
  readonly request: WorldRequest;
  readonly invariant: string;
  readonly detail: string;
}

/** The numbers of many worlds. */
export interface Tally {
  worlds: number;
  events: number;
  commits: number;
  crashes: number;
  readonly faults: Partial<Record<FaultKind, number>>;
  /** By `expired/turn_cap`. */
  readonly endings: Record<string, number>;
  readonly failures: Failure[];
}

/** Of no world yet. */
export function newTally(): Tally {
  return { worlds: 0, events: 0, commits: 0, crashes: 0, faults: {}, endings: {}, failures: [] };
}

/** Adds a world. */
export function count(tally: Tally, request: WorldRequest, report: WorldReport): void {
  tally.worlds++;
  tally.events += report.events;
  tally.commits += report.commits;
  tally.crashes += report.crashes;
  for (const kind of FAULT_KINDS) increase(tally.faults, kind, report.faults[kind]);
  for (const ending of report.endings) increase(tally.endings, ending, 1);
  const [first] = report.violations;
  if (first !== undefined) {
    tally.failures.push({ request, invariant: first.invariant, detail: first.detail });
  }
}

/** Adds the worlds of another tally. */
export function add(tally: Tally, other: Tally): void {
  tally.worlds += other.worlds;
  tally.events += other.events;
  tally.commits += other.commits;
  tally.crashes += other.crashes;
  for (const kind of FAULT_KINDS) increase(tally.faults, kind, other.faults[kind] ?? 0);
  for (const [ending, times] of Object.entries(other.endings)) increase(tally.endings, ending, times);
  tally.failures.push(...other.failures);
}

/** What 5,000 worlds have to have met with at least once, and this many have not (SM-10, SM-71). */
export function missing({ faults, endings }: Tally): readonly string[] {
  const reached = Object.keys(endings).flatMap((ending) => ending.split("/"));
  return [
    ...FAULT_KINDS.filter((kind) => !faults[kind]).map((kind) => `fault ${kind}`),
    ...STATUSES.filter((status) => !reached.includes(status)).map((status) => `status ${status}`),
    ...REASONS.filter((reason) => !reached.includes(reason)).map((reason) => `reason ${reason}`),
  ];
}

const STATUSES = ["accepted", "rejected", "withdrawn", "expired", "stalled"];

const REASONS = [
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

/** One line: worlds, rates, commits, crashes, faults by kind, statuses and reasons. */
export function summaryLine(tally: Tally, ms: number): string {
  const { worlds, events, commits, crashes, faults, endings } = tally;
  const aSecond = (number: number): string => Math.round(number / (ms / 1_000)).toLocaleString("en");
  const listed = (counts: Readonly<Record<string, number | undefined>>): string =>
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

function increase<Key extends string>(counts: Partial<Record<Key, number>>, key: Key, by: number): void {
  if (by > 0) counts[key] = (counts[key] ?? 0) + by;
}
