/**
 * @module
 * What a group is made of, as a host hands it in: read once, checked as a whole, and split into what is stored (the
 * plan) and what is not (functions).
 */

import {
  demandFunctions,
  integerName,
  isIntegerIn,
  isText,
  readOptions,
  textName,
  unmet,
} from "../core/checks/index.js";
import { copyJson, type Json } from "../core/json/index.js";
import type { Party } from "../core/record/index.js";
import { rulesInvalid } from "../core/rules/index.js";
import type { Issue } from "../errors.js";
import type { Agent, MaybePromise } from "../ports/index.js";
import type { NegotiatingParty, PartyInput, ServiceRules } from "../service/commands/index.js";
import type { Commitment, GroupGoal, GroupTrack } from "./group-record.js";
import type { NegotiationGroup } from "./negotiation-group.js";

/** One negotiation of the coordinator with a member. */
export interface TrackOptions<Terms = unknown> {
  /** Unique within the group; 1 to 128 characters. */
  readonly id: string;
  /** Another than the coordinator; several tracks may have the same. */
  readonly member: PartyInput<Terms>;
  /** The opening terms. @default none: the coordinator's agent is asked */
  readonly proposal?: Terms | undefined;
  /** Whether the goals `required` and `quorum` cannot do without it. @default true for `required`, else false */
  readonly required?: boolean | undefined;
  /** What the goal `best` chooses among. @default "default" */
  readonly slot?: string | undefined;
  /** As of `createNegotiation`; plain JSON. Its end is never after the group's. @default the preset `bindu` */
  readonly rules?: ServiceRules | undefined;
}

/** What a group is to reach; `GroupGoal` with what may be left out. */
export type GoalOptions =
  /** @param optionalMs - ms for which tracks that are not required are waited for once the others are accepted; default 0 */
  | { readonly kind: "required"; readonly optionalMs?: number | undefined }
  /** @param keepRest - whether tracks go on that are live when the quorum is met; default false */
  | { readonly kind: "quorum"; readonly count: number; readonly keepRest?: boolean | undefined }
  | { readonly kind: "best"; readonly count: number };

/** What a hook of the host is told of the reservation at hand. */
export interface ReservationCall<Terms = unknown> {
  /** The same at each attempt, also after a crash: what it names is to take effect once. */
  readonly commandId: string;
  readonly terms: Terms;
  /** Aborts when the answer no longer matters. */
  readonly signal: AbortSignal;
}

/** Confirms or releases what a track has reserved; a throw is a failure. */
export type ReservationHook<Terms = unknown> = (
  track: GroupTrack,
  call: ReservationCall<Terms>,
) => MaybePromise<unknown>;

/** What a group calls: handed in anew when it is resumed. */
export interface GroupFunctions<Terms = unknown> {
  /** What accepted terms are worth; a throw or what is no finite number counts as minus infinity. @default none */
  readonly score?: ((terms: Terms, track: GroupTrack) => number) | undefined;
  /** Looks at all tracks after each change of one: may `offer` new terms or `abort`. One run at a time. @default none */
  readonly review?: ((group: NegotiationGroup<Terms>, signal: AbortSignal) => MaybePromise<void>) | undefined;
  /** Makes a reservation binding, when the goal is met; tried twice. @default nothing has to be done */
  readonly confirm?: ReservationHook<Terms> | undefined;
  /** Gives a reservation up; tried five times. @default nothing has to be done */
  readonly release?: ReservationHook<Terms> | undefined;
  /** Asks a member for a bid before anything is proposed; those below `minScore` are left out. @default nobody is asked */
  readonly assess?: ((member: Party) => MaybePromise<GroupBid | null>) | undefined;
  /** The least score of a bid. @default minus infinity */
  readonly minScore?: number | undefined;
}

/** What a member answers to an assessment. */
export interface GroupBid {
  readonly accepted: boolean;
  readonly score: number;
}

/** What a group is made of. */
export interface GroupOptions<Terms = unknown> extends GroupFunctions<Terms> {
  /** 1 to 256 characters. @default a new one, `grp_` and a UUID */
  readonly id?: string | undefined;
  readonly coordinator: PartyInput<Terms>;
  /** 1 to 1,000. */
  readonly tracks: readonly TrackOptions<Terms>[];
  /** @default all required tracks */
  readonly goal?: GoalOptions | undefined;
  /** @default "each" */
  readonly commitment?: Commitment | undefined;
  /** Ms for the whole. @default 600_000 */
  readonly deadlineMs?: number | undefined;
  /** Ms for which an accepted track is reserved at most. @default as long as the group lasts */
  readonly reserveMs?: number | null | undefined;
  /** Aborts the group. @default none */
  readonly signal?: AbortSignal | undefined;
}

/** What a resumed group is handed in again. */
export interface ResumeOptions<Terms = unknown> extends GroupFunctions<Terms> {
  /** The agents of this process, by the ids of their parties. @default those of the service */
  readonly agents?: Readonly<Record<string, Agent<Terms>>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What of a group is stored beside its record, once: enough to open each track again. Deep-frozen. */
export interface GroupPlan {
  readonly coordinator: Party;
  readonly tracks: readonly PlannedTrack[];
}

/** How a track is opened. */
export interface PlannedTrack {
  readonly member: Party;
  /** Left out where nothing is proposed at first. */
  readonly proposal?: Json;
  readonly rules: ServiceRules | null;
}

/** The options of a group, complete and checked. */
export interface ReadGroup<Terms> {
  readonly id: string | undefined;
  readonly goal: GroupGoal;
  readonly commitment: Commitment;
  readonly deadlineMs: number;
  readonly reserveMs: number | null;
  readonly tracks: readonly TrackRow[];
  readonly plan: GroupPlan;
  readonly agents: GroupAgents<Terms>;
  readonly functions: GroupFunctions<Terms>;
  readonly signal: AbortSignal | undefined;
}

type TrackRow = Pick<GroupTrack, "id" | "memberId" | "required" | "slot">;

/** The agents that parties brought; members' by the index of their track. */
export interface GroupAgents<Terms> {
  readonly coordinator: Agent<Terms> | undefined;
  readonly ofTrack: (index: number, memberId: string) => Agent<Terms> | undefined;
}

/**
 * The options, complete.
 *
 * @throws {NegotiationError} `rules_invalid` with all issues
 * @throws {TypeError} on an unknown option, naming the nearest known one
 */
export function readGroup<Terms>(given: GroupOptions<Terms>): ReadGroup<Terms> {
  const options = readOptions("the options of a group", given, GROUP_KEYS);
  const { id, commitment = "each", deadlineMs = 600_000, reserveMs = null, signal } = options;
  const found = new Findings();
  found.demand(id === undefined || isText(id, 256), "id", TEXT_256, id);
  found.demand(COMMITMENTS.includes(commitment), "commitment", "each or all-or-nothing", commitment);
  found.demand(isIntegerIn(deadlineMs, 1, TEN_YEARS_MS), "deadlineMs", MS, deadlineMs);
  const isReserve = reserveMs === null || isIntegerIn(reserveMs, 1, TEN_YEARS_MS);
  found.demand(isReserve, "reserveMs", `null or ${MS}`, reserveMs);
  const coordinator = partyOf<Terms>(options.coordinator, "coordinator", found);
  const came = Array.isArray(options.tracks) ? options.tracks : [];
  const { length } = came;
  found.demand(length >= 1 && length <= MOST_TRACKS, "tracks", `1 to ${MOST_TRACKS}`, length);
  const goal = goalOf(options.goal ?? { kind: "required" }, found);
  const ids = new Set<string>();
  const tracks: TrackRow[] = [];
  const planned: PlannedTrack[] = [];
  const agents: GroupAgents<Terms>["coordinator"][] = [];
  for (let index = 0; index < Math.min(length, MOST_TRACKS); index += 1) {
    found.at = ["tracks", index];
    const { row, member, plan } = readTrack<Terms>(came[index], goal, found);
    found.demand(!ids.has(row.id), "id", "another than of the tracks before", row.id);
    ids.add(row.id);
    found.demand(member.id !== coordinator.id, "member", "another than the coordinator", member.id);
    tracks.push(row);
    planned.push(plan);
    agents.push(member.agent);
  }
  if (goal.kind !== "required") demandCount(goal, tracks, found);
  if (found.issues.length > 0) throw rulesInvalid("the group", found.issues);
  return {
    id,
    goal,
    commitment,
    deadlineMs,
    reserveMs,
    signal,
    tracks,
    plan: Object.freeze({ coordinator: bare(coordinator), tracks: Object.freeze(planned) }),
    agents: { coordinator: coordinator.agent, ofTrack: (index) => agents[index] },
    functions: functionsOf(options),
  };
}

/** What is not right, by where it stands. */
class Findings {
  readonly issues: Issue[] = [];
  /** The part of the options that is being read. */
  at: Issue["path"] = [];

  demand(isRight: boolean, name: string, wanted: string, came: unknown): void {
    if (isRight) return;
    const path = [...this.at, name];
    this.issues.push({ path, message: unmet(path.join("."), wanted, came) });
  }
}

function readTrack<Terms>(
  given: TrackOptions<Terms>,
  goal: GroupGoal,
  found: Findings,
): { readonly row: TrackRow; readonly member: NegotiatingParty<Terms>; readonly plan: PlannedTrack } {
  const track = readOptions(found.at.join("."), given, TRACK_KEYS);
  const { id, slot = "default", required = goal.kind === "required" } = track;
  found.demand(isText(id, 128), "id", TEXT_128, id);
  found.demand(isText(slot, 128), "slot", TEXT_128, slot);
  found.demand(typeof required === "boolean", "required", "a boolean", required);
  const member = partyOf<Terms>(track.member, "member", found);
  const proposal = jsonOf(track.proposal, "proposal", found);
  const rules = (jsonOf(track.rules, "rules", found) ?? null) as ServiceRules | null;
  const party = bare(member);
  // The very members that there are: to spread one more costs as much as all the rest.
  const plan = proposal === undefined ? { member: party, rules } : { member: party, proposal, rules };
  return { row: { id, memberId: member.id, required, slot }, member, plan: Object.freeze(plan) };
}

/** NG-1: no more than there are tracks; of the best, no more than each slot has. */
function demandCount(
  { kind, count }: Exclude<GroupGoal, { kind: "required" }>,
  tracks: readonly TrackRow[],
  found: Findings,
): void {
  found.at = ["goal"];
  const slots = kind === "best" ? new Set(tracks.map(({ slot }) => slot)) : [undefined];
  for (const slot of slots) {
    const most = tracks.filter((track) => slot === undefined || track.slot === slot).length;
    const which = slot === undefined ? "the tracks" : `the tracks of slot ${slot}`;
    found.demand(count <= most, "count", `at most ${most}, ${which}`, count);
  }
}

/**
 * The functions of a group, each a function.
 *
 * @throws {TypeError} else
 */
export function functionsOf<Terms>(given: GroupFunctions<Terms>): GroupFunctions<Terms> {
  const { score, review, confirm, release, assess, minScore } = given;
  demandFunctions({ score, review, confirm, release, assess });
  if (minScore !== undefined && typeof minScore !== "number")
    throw new TypeError(unmet("minScore", "a number", minScore));
  return { score, review, confirm, release, assess, minScore };
}

const TEXT_128: string = textName(128);
const TEXT_256: string = textName(256);
const PARTY = `an id of ${TEXT_256}, or { id, kind, agent? }`;

const COMMITMENTS: readonly Commitment[] = ["each", "all-or-nothing"];

/** EN-26. */
const TEN_YEARS_MS = 315_360_000_000;
const MS: string = integerName(1, TEN_YEARS_MS);

/** NG-1. */
const MOST_TRACKS = 1_000;

/** Chosen: as much as terms of any rules may have. */
const MOST_JSON_BYTES = 16_777_216;

const FUNCTION_KEYS = ["score", "review", "confirm", "release", "assess", "minScore"] as const;
const GROUP_KEYS = [
  "id",
  "coordinator",
  "tracks",
  "goal",
  "commitment",
  "deadlineMs",
  "reserveMs",
  "signal",
  ...FUNCTION_KEYS,
] as const;
const TRACK_KEYS = ["id", "member", "proposal", "required", "slot", "rules"] as const;

/** The members of `ResumeOptions`. */
export const RESUME_KEYS: readonly (keyof ResumeOptions)[] = ["agents", "signal", ...FUNCTION_KEYS];

function goalOf(given: GoalOptions, found: Findings): GroupGoal {
  const goal = readOptions("goal", given as Required<GoalOptions> & Members, [
    "kind",
    "count",
    "optionalMs",
    "keepRest",
  ]);
  const { kind, count, optionalMs = 0, keepRest = false } = goal;
  found.at = ["goal"];
  found.demand(["required", "quorum", "best"].includes(kind), "kind", "required, quorum, best", kind);
  const isCounted = kind === "quorum" || kind === "best";
  if (isCounted) found.demand(isIntegerIn(count, 1), "count", integerName(1), count);
  found.demand(isIntegerIn(optionalMs, 0, TEN_YEARS_MS), "optionalMs", integerName(0), optionalMs);
  found.demand(typeof keepRest === "boolean", "keepRest", "a boolean", keepRest);
  if (kind === "quorum") return Object.freeze({ kind, count, keepRest });
  return kind === "best" ? Object.freeze({ kind, count }) : Object.freeze({ kind: "required", optionalMs });
}

interface Members {
  readonly count: number;
  readonly optionalMs: number;
  readonly keepRest: boolean;
}

function partyOf<Terms>(given: PartyInput<Terms>, name: string, found: Findings): NegotiatingParty<Terms> {
  const {
    id,
    kind = "system",
    agent,
  } = (typeof given === "object" && given !== null ? given : { id: given }) as NegotiatingParty<Terms>;
  found.demand(isText(id, 256), name, PARTY, id);
  found.demand(kind === "system" || kind === "personal", name, 'of kind "system" or "personal"', kind);
  const isCallable = agent === undefined || typeof agent === "function";
  found.demand(isCallable, name, "with an agent that is a function", agent);
  return { id, kind, agent };
}

function bare({ id, kind }: Party): Party {
  return Object.freeze({ id, kind });
}

function jsonOf(value: unknown, name: string, { at, issues }: Findings): Json | undefined {
  if (value === undefined) return undefined;
  const copy = copyJson(value, MOST_JSON_BYTES);
  if (copy.ok) return copy.value;
  issues.push({ path: [...at, name, ...copy.issue.path], message: copy.issue.message });
  return undefined;
}
