/**
 * @module
 * The one function that decides about a group, pure as the engine's own: a record, a command and an instant give the
 * next record, or a refusal. It calls nobody: what has to be done is read off the record (`group-work.ts`).
 */

import type { Reason, Status } from "../core/record/index.js";
import { type GoalState, goalState } from "./goal-met.js";
import { change, changeTrack, changeTracks, type Draft, draftOf, finished } from "./group-draft.js";
import {
  type Commitment,
  type GroupGoal,
  type GroupReason,
  type GroupRecord,
  type GroupTrack,
  isLiveTrack,
  isSettledGroup,
} from "./group-record.js";

/** What makes a group. */
export interface CreateGroup {
  readonly type: "create";
  readonly id: string;
  readonly coordinatorId: string;
  readonly goal: GroupGoal;
  readonly commitment: Commitment;
  readonly reserveMs: number | null;
  readonly deadlineMs: number;
  readonly tracks: readonly Pick<GroupTrack, "id" | "memberId" | "negotiationId" | "required" | "slot">[];
}

/** How a negotiation ended, as its group needs to know it. */
export interface TrackOutcome {
  readonly status: Status;
  /** The outcome's, or why it was never opened. */
  readonly reason: Reason | (string & {});
  /** Epoch ms. */
  readonly at: number;
}

/** What may be decided about a group. */
export type GroupCommand =
  | CreateGroup
  /** Something was proposed in these tracks. */
  | { readonly type: "begin"; readonly trackIds: readonly string[] }
  /** A track's negotiation has ended. */
  | {
      readonly type: "settle";
      readonly trackId: string;
      readonly outcome: TrackOutcome;
      readonly score: number | null;
    }
  /** The host has confirmed these. */
  | { readonly type: "confirm"; readonly trackIds: readonly string[] }
  /** The host could not confirm this one. */
  | { readonly type: "refuse"; readonly trackId: string }
  /** The host has released a reservation, or never will. */
  | { readonly type: "release"; readonly trackId: string; readonly isDone: boolean }
  | { readonly type: "abort"; readonly note: string | null }
  | { readonly type: "wake" };

/** What groups tell, by event name; each payload is the record. */
export type GroupEventName =
  | "group:started"
  | "group:updated"
  | "group:confirming"
  | "group:completed"
  | "group:failed"
  | "group:aborted"
  | "group:expired"
  | "group:release_failed"
  | "group:settled";

/** The next record with what it tells, in order; the very record and nothing to tell where nothing changes. */
export type GroupDecision =
  | { readonly ok: true; readonly group: GroupRecord; readonly events: readonly GroupEventName[] }
  | { readonly ok: false; readonly code: "negotiation_over" };

/**
 * Chosen: how long confirming may take where the goal is met by the deadline itself, and how late that may be noticed.
 */
export const CONFIRM_MS = 30_000;

/**
 * Decides about a group.
 *
 * What is due at the group's deadline takes effect before the command. A track that has settled counts as of its own
 * instant, so that hearing of it late changes nothing.
 *
 * @param record - `null` for `create` alone
 * @param now - epoch ms
 * @returns a refusal, `negotiation_over`, for an abort of a group that has ended otherwise
 * @see docs/requirements/bindu.md, section 4
 */
export function decideGroup(record: GroupRecord | null, command: GroupCommand, now: number): GroupDecision {
  if (command.type === "create") return { ok: true, group: created(command, now), events: ["group:started"] };
  if (record === null) throw new TypeError(`Expected a group for the command ${command.type}, got null.`);
  const draft = draftOf(record);
  if (!advance(draft, command, now)) return { ok: false, code: "negotiation_over" };
  const group = finished(record, draft);
  return { ok: true, group, events: eventsBetween(record, group) };
}

/** The record after all of the commands, one version on, and those that changed it; the very record where none did. */
export function groupAfter(
  record: GroupRecord,
  commands: readonly GroupCommand[],
  now: number,
): readonly [GroupRecord, readonly GroupCommand[]] {
  const draft = draftOf(record);
  const taken = commands.filter((command) => {
    const { version } = draft;
    if (command.type !== "create") advance(draft, command, now);
    return draft.version > version;
  });
  return [finished(record, draft), taken];
}

/** @returns false for a refusal; what was due before it has been decided all the same */
function advance(draft: Draft, command: Exclude<GroupCommand, CreateGroup>, now: number): boolean {
  const { version } = draft;
  const at = Math.max(now, draft.updatedAt);
  const asOf = command.type === "settle" ? Math.min(at, command.outcome.at) : at;
  // What time alone cannot change was judged when the record was made.
  if (isTimed(draft, asOf)) judge(draft, asOf, at);
  const isDone = apply(draft, command, at);
  judge(draft, asOf, at);
  if (draft.settledAt === null && isSettledGroup(draft)) change(draft, { settledAt: at });
  if (draft.version > version) draft.updatedAt = at;
  return isDone;
}

function isTimed({ deadlineAt, confirmBy, reserveMs, goal }: GroupRecord, asOf: number): boolean {
  const waits = goal.kind === "required" && goal.optionalMs > 0;
  return waits || reserveMs !== null || asOf >= Math.min(deadlineAt, confirmBy ?? deadlineAt);
}

/** What is told where one record follows another, however many versions lie between. */
export function eventsBetween(before: GroupRecord, after: GroupRecord): readonly GroupEventName[] {
  const events: GroupEventName[] = [];
  const isNews = after.status !== before.status;
  if (after.tracks !== before.tracks || (isNews && after.status === "ongoing")) events.push("group:updated");
  if (isNews && after.status === "confirming") events.push("group:confirming");
  if (before.outcome === null && after.outcome !== null) events.push(`group:${after.outcome.status}`);
  after.tracks.forEach((track, index) => {
    if (track.release === "failed" && before.tracks[index]?.release !== "failed")
      events.push("group:release_failed");
  });
  if (before.settledAt === null && after.settledAt !== null) events.push("group:settled");
  return events;
}

/** Epoch ms at which time alone may change the group next; `Infinity` for one that has ended. */
export function nextInstant(group: GroupRecord): number {
  if (group.outcome !== null) return Number.POSITIVE_INFINITY;
  if (group.confirmBy !== null) return group.confirmBy;
  const goal = goalState(group, group.updatedAt);
  const ends = group.reserveMs === null ? [] : group.tracks.map((track) => reservationEnd(group, track));
  return Math.min(group.deadlineAt, goal.kind === "open" ? goal.until : group.deadlineAt, ...ends);
}

function created(command: CreateGroup, now: number): GroupRecord {
  return Object.freeze({
    id: command.id,
    coordinatorId: command.coordinatorId,
    goal: command.goal,
    commitment: command.commitment,
    reserveMs: command.reserveMs,
    version: 0,
    status: "initiated",
    tracks: Object.freeze(command.tracks.map(newTrack)),
    deadlineAt: now + command.deadlineMs,
    metAt: null,
    confirmBy: null,
    outcome: null,
    settledAt: null,
    createdAt: now,
    updatedAt: now,
  });
}

function newTrack(track: CreateGroup["tracks"][number]): GroupTrack {
  return Object.freeze({
    id: track.id,
    memberId: track.memberId,
    required: track.required,
    slot: track.slot,
    negotiationId: track.negotiationId,
    state: "pending",
    reason: null,
    score: null,
    isChosen: false,
    release: null,
    settledAt: null,
    closedAt: null,
  });
}

/** @returns false for what comes too late to be done */
function apply(draft: Draft, command: Exclude<GroupCommand, CreateGroup>, at: number): boolean {
  switch (command.type) {
    case "begin":
      begin(draft, command.trackIds);
      break;
    case "settle":
      changeTrack(draft, command, (track) => isLiveTrack(track) && endingOf(draft, command, at));
      break;
    case "confirm":
      confirm(draft, command.trackIds, at);
      break;
    case "refuse":
      if (draft.status === "confirming") end(draft, "failed", "confirm_failed", at);
      else if (draft.outcome !== null)
        changeTrack(draft, command, ({ isChosen, state }) => isChosen && state === "reserved" && TO_RELEASE);
      break;
    case "release":
      changeTrack(draft, command, (track) => track.release === "due" && releaseOf(track, command.isDone, at));
      break;
    case "abort":
      if (draft.outcome !== null) return draft.status === "aborted";
      end(draft, "aborted", "aborted", at, command.note);
      break;
    case "wake":
  }
  return true;
}

function begin(draft: Draft, trackIds: readonly string[]): void {
  const hasBegun = changeTracks(
    draft,
    ({ id, state }) => state === "pending" && trackIds.includes(id) && { state: "negotiating" },
  );
  if (hasBegun && draft.status === "initiated") change(draft, { status: "ongoing" });
}

function endingOf(
  { status, goal, commitment }: GroupRecord,
  { outcome, score }: Extract<GroupCommand, { type: "settle" }>,
  at: number,
): Partial<GroupTrack> {
  const settledAt = outcome.at;
  if (outcome.status !== "accepted") return { state: "failed", reason: outcome.reason, settledAt };
  if (commitment === "each") return { state: "confirmed", score, settledAt, closedAt: at };
  const reserved = { state: "reserved", score, settledAt } as const;
  if (status === "initiated" || status === "ongoing") return reserved;
  // Accepted before it could be ended: it is counted where the goal takes any number (NG-9).
  const isTaken =
    status === "confirming"
      ? goal.kind !== "best"
      : status === "completed" && goal.kind === "quorum" && goal.keepRest;
  return isTaken ? { ...reserved, isChosen: true } : { ...reserved, ...TO_RELEASE };
}

const TO_RELEASE = { isChosen: false, release: "due" } as const;

function confirm(draft: Draft, trackIds: readonly string[], at: number): void {
  const isConfirmed = (track: GroupTrack): boolean =>
    track.state === "reserved" && track.isChosen && trackIds.includes(track.id);
  const isConfirming = draft.status === "confirming";
  if (isConfirming && draft.tracks.some((track) => track.isChosen && !isConfirmed(track))) return;
  if (!isConfirming && draft.status !== "completed") return;
  changeTracks(draft, (track) => {
    if (isConfirmed(track)) return { state: "confirmed", closedAt: at };
    // Those that the goal could do without.
    return isConfirming && track.state === "reserved" && TO_RELEASE;
  });
  if (isConfirming) close(draft, "completed", "goal_met", at);
}

function releaseOf({ state }: GroupTrack, isDone: boolean, at: number): Partial<GroupTrack> {
  if (!isDone) return { release: "failed" };
  return { release: "done", closedAt: at, state: state === "reserved" ? "released" : state };
}

/** What time and the goal make of it. @param asOf - the instant that counts for deadlines and waits */
function judge(draft: Draft, asOf: number, at: number): void {
  const { outcome, confirmBy, deadlineAt, reserveMs } = draft;
  if (outcome !== null || (confirmBy !== null && asOf < confirmBy)) return;
  const isDue = asOf >= (confirmBy ?? deadlineAt);
  if (!isDue && reserveMs !== null)
    changeTracks(draft, (track) => asOf >= reservationEnd(draft, track) && RUN_OUT);
  const goal = goalState(draft, asOf);
  if (goal.kind === "met" && confirmBy === null) meet(draft, goal.chosen, at);
  else if (isDue) end(draft, "expired", "deadline", at);
  else if (goal.kind === "impossible") end(draft, "failed", goal.reason, at);
}

const RUN_OUT = { ...TO_RELEASE, state: "failed", reason: "reservation_expired" } as const;

function reservationEnd({ reserveMs }: GroupRecord, { state, settledAt }: GroupTrack): number {
  return state === "reserved" && reserveMs !== null && settledAt !== null
    ? settledAt + reserveMs
    : Number.POSITIVE_INFINITY;
}

function meet(draft: Draft, chosen: Extract<GoalState, { kind: "met" }>["chosen"], at: number): void {
  const { commitment, deadlineAt } = draft;
  const confirmBy = at < deadlineAt ? deadlineAt : deadlineAt + CONFIRM_MS;
  if (commitment !== "each" && at >= confirmBy) {
    end(draft, "expired", "deadline", at);
    return;
  }
  const isChosen = new Set(chosen);
  changeTracks(draft, (track) => isChosen.has(track) && { isChosen: true });
  change(draft, { metAt: at });
  if (commitment === "each") close(draft, "completed", "goal_met", at);
  else change(draft, { status: "confirming", confirmBy });
}

/** Ends it other than by its goal: what is reserved is released. */
function end(
  draft: Draft,
  status: "failed" | "aborted" | "expired",
  reason: GroupReason,
  at: number,
  note: string | null = null,
): void {
  changeTracks(draft, ({ state }) => state === "reserved" && TO_RELEASE);
  close(draft, status, reason, at, note);
}

function close(
  draft: Draft,
  status: "completed" | "failed" | "aborted" | "expired",
  reason: GroupReason,
  at: number,
  note: string | null = null,
): void {
  change(draft, { status, outcome: Object.freeze({ status, reason, note, at }), confirmBy: null });
}
