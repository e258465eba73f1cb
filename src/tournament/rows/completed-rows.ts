/**
 * @module
 * The rows of an earlier run of the same tournament: read, checked, and kept.
 */

import {
  checkedPreferences,
  FaultList,
  outcomeSpace,
  refusedWith,
  reservationOf,
} from "../../preferences/model/index.js";
import type { Scenario } from "../../preferences/scenarios/index.js";
import { discountedReservation, discountedUtility, indexUtility } from "../../preferences/utility/index.js";
import { timeOfTurn } from "../../strategies/play/index.js";
import { type Job, type JobList, keyText } from "../play/index.js";
import type { TournamentRow } from "./tournament-row.js";

/**
 * The completed rows by the index of their job.
 *
 * @param completed - rows, or JSON lines of which the last may be torn
 * @param hashOf - the fingerprint that the row of a job must have
 * @param memberOf - what is missing or altered in the row of a job, if anything
 * @throws {NegotiationError} `tournament_mismatch` listing the rows of another tournament: another seed, scenario,
 * strategy or limit, a row twice, with members missing or altered, or a line that is no row
 */
export function completedRows(
  completed: string | readonly TournamentRow[],
  jobs: JobList,
  hashOf: (job: Job) => number,
  memberOf: (row: TournamentRow, job: Job) => RowFault | undefined,
): ReadonlyMap<number, TournamentRow> {
  const faults = new FaultList();
  const lines = typeof completed === "string" ? rowsOfLines(completed, faults) : undefined;
  const rows = lines ?? (completed as readonly TournamentRow[]).map((row, at) => ({ row, at }));
  const places = rows.length > 0 ? placesOf(jobs) : new Map<string, Place>();
  const kept = new Map<number, TournamentRow>();
  rows.forEach(({ row, at }) => {
    const place = isRow(row) ? places.get(keyText(row.key)) : undefined;
    // People count lines from 1.
    const where = lines === undefined ? "" : ` in line ${at + 1}`;
    const fault = (key: string, expected: string, received: string): void => {
      faults.push({ path: ["completed", at, key], expected, received: `${received}${where}` });
    };
    const member = place && row.hash === hashOf(place.job) ? memberOf(row, place.job) : undefined;
    if (place === undefined) fault("key", "the key of a job of this tournament", "another");
    else if (row.seed !== place.job.seed) fault("seed", "the seed of this tournament's job", "another");
    else if (row.hash !== hashOf(place.job))
      fault("hash", "the same scenario, strategies and limits", "a row that was played with others");
    else if (kept.has(place.index)) fault("key", "each row once", "one twice");
    else if (member !== undefined) fault(member.member, member.expected, member.received);
    else kept.set(place.index, row);
  });
  if (faults.length > 0) throw refusedWith("tournament_mismatch", "the completed rows", faults);
  return kept;
}

interface Place {
  readonly index: number;
  readonly job: Job;
}

/** Each job by the text of its key. */
function placesOf(jobs: JobList): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (let index = 0; index < jobs.count; index += 1) {
    const job = jobs.at(index) as Job;
    places.set(keyText(job.key), { index, job });
  }
  return places;
}

interface Line {
  readonly row: TournamentRow;
  /** From 0, empty lines among them. */
  readonly at: number;
}

function rowsOfLines(text: string, faults: FaultList): readonly Line[] {
  const lines = text.split("\n");
  // What follows the last line end was torn by a crash, or is empty.
  lines.pop();
  const rows: Line[] = [];
  lines.forEach((line, index) => {
    if (line.trim() === "") return;
    try {
      rows.push({ row: JSON.parse(line) as TournamentRow, at: index });
    } catch {
      const received = `something else in line ${index + 1}`;
      faults.push({ path: ["completed", index], expected: "a row as JSON", received });
    }
  });
  return rows;
}

function isRow(row: unknown): row is TournamentRow {
  const key = (row as Partial<TournamentRow> | null)?.key;
  return (
    typeof key === "object" && key !== null && Array.isArray(key.strategies) && Array.isArray(key.profiles)
  );
}

/** What is wrong with a row. */
interface RowFault {
  readonly member: string;
  readonly expected: string;
  readonly received: string;
}

/** What decides what a row may say. */
interface RowRules {
  readonly scenarios: readonly Scenario[];
  readonly turnLimit: number;
  readonly trace: boolean;
}

/** The check of rows; what it needs of a scenario is prepared when the first row of it comes. */
export function rowCheck(rules: RowRules): (row: TournamentRow, job: Job) => RowFault | undefined {
  const worths = new Map<number, Worth>();
  return (row, job) => {
    const missing = MEMBERS.find((member) => !Object.hasOwn(row, member));
    if (missing !== undefined) return { member: missing, expected: "all members of a row", received: "none" };
    const others = Object.keys(row).find(
      (key) => !MEMBERS.includes(key) && key !== "trace" && key !== "costs",
    );
    if (others !== undefined)
      return { member: others, expected: "members of a row only", received: "another" };
    if (rules.trace !== Array.isArray(row.trace)) {
      return { member: "trace", expected: rules.trace ? "the turns" : "no turns", received: "else" };
    }
    if (row.error !== null) return failedFault(row);
    let worth = worths.get(job.scenario);
    if (worth === undefined) {
      worth = worthIn(rules.scenarios[job.scenario] as Scenario);
      worths.set(job.scenario, worth);
    }
    const altered = alteredMember(row, job, rules.turnLimit, worth);
    if (altered === undefined) return undefined;
    return { member: altered, expected: "what was played", received: "something else" };
  };
}

/** Of a row as it is written; `trace` may follow. */
const MEMBERS: readonly string[] = [
  ...["key", "seed", "hash", "status", "reason", "agreed", "turnCount", "cycles", "agreement", "utilities"],
  ...["advantages", "discountedUtilities", "metrics", "error"],
];

const REASONS: Readonly<Record<string, string>> = {
  accepted: "accept",
  withdrawn: "withdraw",
  expired: "turn_cap",
};

function failedFault(row: TournamentRow): RowFault | undefined {
  const isFailed = typeof row.error === "string" && row.status === "stalled" && !row.agreed;
  return isFailed ? undefined : { member: "error", expected: "an error of a stalled row", received: "else" };
}

/** What each party of a scenario has by an agreement, or without one. */
interface Worth {
  readonly indexOf: (terms: unknown) => number;
  readonly parties: readonly {
    readonly utility: (index: number) => number;
    readonly preferences: Scenario["parties"][number]["preferences"];
  }[];
}

function worthIn({ issues, parties }: Scenario): Worth {
  const space = outcomeSpace(issues);
  return {
    indexOf: (terms) => space.indexOf(terms),
    parties: parties.map(({ preferences }) => ({
      preferences,
      utility: indexUtility(checkedPreferences(preferences, space), space),
    })),
  };
}

function alteredMember(
  row: TournamentRow,
  { key }: Job,
  turnLimit: number,
  { indexOf, parties }: Worth,
): string | undefined {
  const { status, reason, agreed, turnCount, cycles, agreement, metrics } = row;
  if (!Object.hasOwn(REASONS, status)) return "status";
  if (REASONS[status] !== reason) return "reason";
  if (agreed !== (status === "accepted")) return "agreed";
  if (!Number.isSafeInteger(turnCount) || turnCount < 0 || turnCount > turnLimit) return "turnCount";
  if (status === "expired" && turnCount !== turnLimit) return "turnCount";
  if (cycles !== Math.ceil(turnCount / 2)) return "cycles";
  const outcome = agreement === null ? -1 : indexOf(agreement);
  if (agreed !== (outcome !== -1) || (agreement !== null && !agreed)) return "agreement";
  const time = turnCount === 0 ? 0 : timeOfTurn(turnCount, turnLimit, 2);
  const lists = [row.utilities, row.advantages, row.discountedUtilities];
  const names = ["utilities", "advantages", "discountedUtilities"];
  const wrong = lists.findIndex((list) => !Array.isArray(list) || list.length !== 2);
  if (wrong !== -1) return names[wrong];
  for (const [seat, profile] of key.profiles.entries()) {
    const { preferences, utility } = parties[profile] as Worth["parties"][number];
    const reservation = reservationOf(preferences);
    const own = agreed ? utility(outcome) + 0 : reservation;
    const later =
      own === null || !agreed
        ? discountedReservation(preferences, reservation, time)
        : discountedUtility(preferences, own, time);
    if (!isSame(row.utilities[seat], own)) return "utilities";
    if (!isSame(row.discountedUtilities[seat], later)) return "discountedUtilities";
    const advantage = row.advantages[seat];
    if (advantage !== null && typeof advantage !== "number") return "advantages";
    if (!saysTheSame(metrics, seat, row)) return "metrics";
  }
  return undefined;
}

/** What metrics repeat of the row. */
function saysTheSame(metrics: unknown, seat: number, row: TournamentRow): boolean {
  const given = metrics as MetricsOfRow | null;
  const party = given?.parties?.[seat];
  return (
    given?.turnCount === row.turnCount &&
    given.agreed === row.agreed &&
    isSame(party?.utility?.value, row.utilities[seat]) &&
    isSame(party?.advantage?.value, row.advantages[seat])
  );
}

interface MetricsOfRow {
  readonly turnCount?: unknown;
  readonly agreed?: unknown;
  readonly parties?: readonly {
    readonly utility?: { readonly value?: unknown };
    readonly advantage?: { readonly value?: unknown };
  }[];
}

/** JSON knows no -0. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other;
}
