/**
 * @module
 * The record of a group and its parts: plain frozen JSON, as it is stored and as its events tell it. What changes it
 * is in `decide-group.ts`.
 */

/** How a group stands; the last four are final. */
export type GroupStatus =
  | "initiated"
  | "ongoing"
  | "confirming"
  | "completed"
  | "failed"
  | "aborted"
  | "expired";

/** How a track stands in its group. `pending`: nothing was proposed yet; `reserved`: accepted, and not yet binding. */
export type TrackState = "pending" | "negotiating" | "reserved" | "confirmed" | "released" | "failed";

/** Whether an accepted track binds at once, or only if the group completes. */
export type Commitment = "each" | "all-or-nothing";

/** Why a group ended. */
export type GroupReason =
  | "goal_met"
  | "required_failed"
  | "quorum_unreachable"
  | "slot_unfilled"
  | "confirm_failed"
  | "deadline"
  | "aborted";

/** What a group wants. */
export type GroupGoal =
  /** All required tracks; then the others are waited for as long as `optionalMs` says. */
  | { readonly kind: "required"; readonly optionalMs: number }
  /** So many tracks; with `keepRest` those still live then go on. */
  | { readonly kind: "quorum"; readonly count: number; readonly keepRest: boolean }
  /** The so many of each slot that score highest. */
  | { readonly kind: "best"; readonly count: number };

/** One bilateral negotiation of a group. */
export interface GroupTrack {
  readonly id: string;
  readonly memberId: string;
  readonly negotiationId: string;
  readonly required: boolean;
  readonly slot: string;
  readonly state: TrackState;
  /** Why it failed: the outcome's reason, `reservation_expired`, `not_suitable`, or the code of a refused opening. */
  readonly reason: string | null;
  /** What the accepted terms are worth; `null` before, without a scorer, and for minus infinity. */
  readonly score: number | null;
  /** Whether the goal is met by it, among others. */
  readonly isChosen: boolean;
  /** Of the reservation: to be released, released, or given up after the last attempt. */
  readonly release: "due" | "done" | "failed" | null;
  /** Epoch ms at which its negotiation ended. */
  readonly settledAt: number | null;
  /** Epoch ms at which it was confirmed or released. */
  readonly closedAt: number | null;
}

/** How a group ended. */
export interface GroupOutcome {
  readonly status: "completed" | "failed" | "aborted" | "expired";
  readonly reason: GroupReason;
  /** What whoever aborted it said. */
  readonly note: string | null;
  /** Epoch ms. */
  readonly at: number;
}

/**
 * A coordinator and its tracks, as they are stored.
 *
 * @see docs/requirements/bindu.md, NG-2
 */
export interface GroupRecord {
  readonly id: string;
  /** 0 at creation, one more with each commit. */
  readonly version: number;
  readonly status: GroupStatus;
  readonly coordinatorId: string;
  readonly goal: GroupGoal;
  readonly commitment: Commitment;
  /** Ms for which a reservation lasts; `null`: as long as the group. */
  readonly reserveMs: number | null;
  readonly tracks: readonly GroupTrack[];
  /** Epoch ms. */
  readonly deadlineAt: number;
  /** Epoch ms at which the goal was met. */
  readonly metAt: number | null;
  /** Epoch ms by which all has to be confirmed, once the goal is met. */
  readonly confirmBy: number | null;
  readonly outcome: GroupOutcome | null;
  /** Epoch ms at which nothing was left to be ended or released. */
  readonly settledAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What a group has come to. */
export interface GroupResult<Terms = unknown> extends Pick<GroupOutcome, "status" | "reason" | "at"> {
  readonly tracks: readonly GroupTrack[];
  /** The terms that bind, by track. */
  readonly accepted: Readonly<Record<string, Terms>>;
  /** The negotiations of those, in the order of the tracks. */
  readonly agreementIds: readonly string[];
}

/** Whether its negotiation goes on, as far as the group knows. */
export function isLiveTrack({ state }: GroupTrack): boolean {
  return state === "pending" || state === "negotiating";
}

/** Whether its terms stand: accepted, and neither released nor run out. */
export function isAcceptedTrack({ state, release }: GroupTrack): boolean {
  return state === "confirmed" || (state === "reserved" && release === null);
}

/** Whether live tracks are to be ended: the goal is met or missed, and they are not kept. */
export function endsLiveTracks({ status, goal }: GroupRecord): boolean {
  if (status === "initiated" || status === "ongoing") return false;
  const isMet = status === "confirming" || status === "completed";
  return !(isMet && goal.kind === "quorum" && goal.keepRest);
}

/** Whether tracks that are not open are opened: the group goes on, or has kept those that are live. */
export function opensTracks(group: GroupRecord): boolean {
  return group.outcome === null || !endsLiveTracks(group);
}

/** Whether nothing of the group is left to be done, or nothing but tracks that were let go on. */
export function isSettledGroup(group: GroupRecord): boolean {
  const { outcome, tracks } = group;
  if (outcome === null) return false;
  const endsLive = endsLiveTracks(group);
  return tracks.every(
    (track) =>
      track.release !== "due" &&
      !(isLiveTrack(track) ? endsLive : track.state === "reserved" && track.isChosen),
  );
}

/** Whether nothing of it will ever change any more. */
export function isOverGroup(group: GroupRecord): boolean {
  return isSettledGroup(group) && !group.tracks.some(isLiveTrack);
}
