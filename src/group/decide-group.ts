/**
 * @module
 * The one function that decides about a group, pure as the engine's own: a record, a command and an instant give the
 * next record, or a refusal. It calls nobody: what has to be done is read off the record (`group-work.ts`).
 */

import type { Reason, Status } from "../core/record/index.js";
import { type GoalState, goalState } from "./goal-met.js";
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
  const group = nextGroup(record, command, now);
  if (group === undefined) return { ok: false, code: "negotiation_over" };
  return { ok: true, group, events: eventsBetween(record, group) };
}

/** The record after a command, as `decideGroup` gives it; `undefined` for a refusal. */
export function nextGroup(
  record: GroupRecord,
  command: Exclude<GroupCommand, CreateGroup>,
  now: number,
): GroupRecord | undefined {
  const at = Math.max(now, record.updatedAt);
  const asOf = command.type === "settle" ? Math.min(at, command.outcome.at) : at;
  // What time alone cannot change was judged when the record was made.
  const due = isTimed(record, asOf) ? judged(record, asOf, at) : record;
  const applied = apply(due, command, at);
  return applied && finished(record, judged(applied, asOf, at), at);
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

/** Written out, as the record is: a spread costs several times as much. */
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

/** `undefined` for what comes too late to be done. */
function apply(
  group: GroupRecord,
  command: Exclude<GroupCommand, CreateGroup>,
  at: number,
): GroupRecord | undefined {
  switch (command.type) {
    case "begin":
      return begun(group, command.trackIds);
    case "settle":
      return onTrack(group, command.trackId, (track) => settledTrack(group, track, command, at));
    case "confirm":
      return confirmed(group, command.trackIds, at);
    case "refuse":
      if (group.status === "confirming") return ended(group, "failed", "confirm_failed", at);
      return onTrack(group, command.trackId, (track) =>
        group.outcome !== null && track.isChosen && track.state === "reserved" ? toRelease(track) : track,
      );
    case "release":
      return onTrack(group, command.trackId, (track) => releasedTrack(track, command.isDone, at));
    case "abort":
      if (group.outcome !== null) return group.status === "aborted" ? group : undefined;
      return ended(group, "aborted", "aborted", at, command.note);
    case "wake":
      return group;
  }
}

function begun(group: GroupRecord, trackIds: readonly string[]): GroupRecord {
  const begins = new Set(trackIds);
  const tracks = onTracks(group, (track) =>
    track.state === "pending" && begins.has(track.id) ? { ...track, state: "negotiating" } : track,
  );
  if (tracks === group.tracks) return group;
  return { ...group, tracks, status: group.status === "initiated" ? "ongoing" : group.status };
}

function settledTrack(
  group: GroupRecord,
  track: GroupTrack,
  { outcome, score }: Extract<GroupCommand, { type: "settle" }>,
  at: number,
): GroupTrack {
  if (!isLiveTrack(track)) return track;
  const settledAt = outcome.at;
  if (outcome.status !== "accepted") return { ...track, state: "failed", reason: outcome.reason, settledAt };
  if (group.commitment === "each") return { ...track, state: "confirmed", score, settledAt, closedAt: at };
  const reserved = { ...track, state: "reserved", score, settledAt } as const;
  if (group.status === "initiated" || group.status === "ongoing") return reserved;
  // Accepted before it could be ended: it is counted where the goal takes any number (NG-9).
  const isTaken =
    group.status === "confirming"
      ? group.goal.kind !== "best"
      : group.status === "completed" && isKept(group);
  return isTaken ? { ...reserved, isChosen: true } : toRelease(reserved);
}

function isKept({ goal }: GroupRecord): boolean {
  return goal.kind === "quorum" && goal.keepRest;
}

function confirmed(group: GroupRecord, trackIds: readonly string[], at: number): GroupRecord {
  const isConfirmed = (track: GroupTrack): boolean =>
    track.state === "reserved" && track.isChosen && trackIds.includes(track.id);
  const isConfirming = group.status === "confirming";
  if (isConfirming && group.tracks.some((track) => track.isChosen && !isConfirmed(track))) return group;
  if (!isConfirming && group.status !== "completed") return group;
  const tracks = onTracks(group, (track) => {
    if (isConfirmed(track)) return { ...track, state: "confirmed", closedAt: at };
    // Those that the goal could do without.
    return isConfirming && track.state === "reserved" ? toRelease(track) : track;
  });
  return isConfirming
    ? { ...group, tracks, ...outcomeOf("completed", "goal_met", at) }
    : { ...group, tracks };
}

function releasedTrack(track: GroupTrack, isDone: boolean, at: number): GroupTrack {
  if (track.release !== "due") return track;
  if (!isDone) return { ...track, release: "failed" };
  return {
    ...track,
    release: "done",
    closedAt: at,
    state: track.state === "reserved" ? "released" : track.state,
  };
}

function toRelease(track: GroupTrack): GroupTrack {
  return { ...track, isChosen: false, release: "due" };
}

/** What time and the goal make of it. @param asOf - the instant that counts for deadlines and waits */
function judged(group: GroupRecord, asOf: number, at: number): GroupRecord {
  if (group.outcome !== null) return group;
  if (group.confirmBy !== null)
    return asOf >= group.confirmBy ? ended(group, "expired", "deadline", at) : group;
  const isDue = asOf >= group.deadlineAt;
  const tracks = isDue ? group.tracks : onTracks(group, (track) => runOut(group, track, asOf));
  const current = tracks === group.tracks ? group : { ...group, tracks };
  const goal = goalState(current, asOf);
  if (goal.kind === "met") return met(current, goal.chosen, at);
  if (isDue) return ended(current, "expired", "deadline", at);
  return goal.kind === "impossible" ? ended(current, "failed", goal.reason, at) : current;
}

function runOut(group: GroupRecord, track: GroupTrack, at: number): GroupTrack {
  if (at < reservationEnd(group, track)) return track;
  return { ...toRelease(track), state: "failed", reason: "reservation_expired" };
}

function reservationEnd({ reserveMs }: GroupRecord, { state, settledAt }: GroupTrack): number {
  return state === "reserved" && reserveMs !== null && settledAt !== null
    ? settledAt + reserveMs
    : Number.POSITIVE_INFINITY;
}

function met(
  group: GroupRecord,
  chosen: Extract<GoalState, { kind: "met" }>["chosen"],
  at: number,
): GroupRecord {
  const ids = new Set(chosen.map(({ id }) => id));
  const tracks = onTracks(group, (track) => (ids.has(track.id) ? { ...track, isChosen: true } : track));
  const goalMet = { ...group, tracks, metAt: at };
  if (group.commitment === "each") return { ...goalMet, ...outcomeOf("completed", "goal_met", at) };
  const confirmBy = at < group.deadlineAt ? group.deadlineAt : group.deadlineAt + CONFIRM_MS;
  if (at >= confirmBy) return ended(group, "expired", "deadline", at);
  return { ...goalMet, status: "confirming", confirmBy };
}

function ended(
  group: GroupRecord,
  status: "failed" | "aborted" | "expired",
  reason: GroupReason,
  at: number,
  note: string | null = null,
): GroupRecord {
  const tracks = onTracks(group, (track) => (track.state === "reserved" ? toRelease(track) : track));
  return { ...group, tracks, ...outcomeOf(status, reason, at, note) };
}

function outcomeOf(
  status: "completed" | "failed" | "aborted" | "expired",
  reason: GroupReason,
  at: number,
  note: string | null = null,
): Pick<GroupRecord, "status" | "outcome" | "confirmBy"> {
  return { status, outcome: Object.freeze({ status, reason, note, at }), confirmBy: null };
}

/** The next version, frozen; the record itself where nothing has changed. */
function finished(before: GroupRecord, after: GroupRecord, at: number): GroupRecord {
  const settledAt = after.settledAt ?? (isSettledGroup(after) ? at : null);
  if (after === before && settledAt === before.settledAt) return before;
  return Object.freeze({ ...after, settledAt, version: before.version + 1, updatedAt: at });
}

function onTrack(group: GroupRecord, id: string, change: (track: GroupTrack) => GroupTrack): GroupRecord {
  const index = group.tracks.findIndex((track) => track.id === id);
  const track = group.tracks[index];
  const changed = track && change(track);
  if (changed === undefined || changed === track) return group;
  return { ...group, tracks: Object.freeze(group.tracks.with(index, Object.freeze(changed))) };
}

/** The very list where no track changes. */
function onTracks(group: GroupRecord, change: (track: GroupTrack) => GroupTrack): readonly GroupTrack[] {
  let isChanged = false;
  const tracks = group.tracks.map((track) => {
    const next = change(track);
    isChanged ||= next !== track;
    return next === track ? track : Object.freeze(next);
  });
  return isChanged ? Object.freeze(tracks) : group.tracks;
}
