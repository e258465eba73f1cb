/**
 * @module
 * Whether the goal of a group is met, can still be met, or cannot any more.
 */

import { type GroupRecord, type GroupTrack, isAcceptedTrack, isLiveTrack } from "./group-record.js";

/** How a goal stands. */
export type GoalState =
  /** `until`: epoch ms at which it is met by waiting alone; `Infinity` where waiting does not help. */
  | { readonly kind: "open"; readonly until: number }
  | { readonly kind: "met"; readonly chosen: readonly GroupTrack[] }
  | {
      readonly kind: "impossible";
      readonly reason: "required_failed" | "quorum_unreachable" | "slot_unfilled";
    };

/**
 * How the goal stands at an instant. At the group's deadline nothing is waited for any more.
 *
 * @param at - epoch ms
 * @see docs/requirements/bindu.md, section 4, goals
 */
export function goalState(group: GroupRecord, at: number): GoalState {
  const { goal, tracks, deadlineAt } = group;
  if (goal.kind === "best") return bestState(group, goal.count, at);
  const counts = { accepted: 0, live: 0, required: 0, missing: 0 };
  let firstAt = Number.POSITIVE_INFINITY;
  let requiredAt = Number.NEGATIVE_INFINITY;
  // One pass: it is asked several times for each change of a track, and there may be a thousand.
  for (const track of tracks) {
    const { required } = track;
    if (required) counts.required += 1;
    if (isAcceptedTrack(track)) {
      counts.accepted += 1;
      firstAt = Math.min(firstAt, track.settledAt as number);
      if (required) requiredAt = Math.max(requiredAt, track.settledAt as number);
      continue;
    }
    if (isLiveTrack(track)) counts.live += 1;
    else if (required) return REQUIRED_FAILED;
    if (required) counts.missing += 1;
  }
  const met = (): GoalState => ({ kind: "met", chosen: tracks.filter(isAcceptedTrack) });
  if (goal.kind === "quorum") {
    if (counts.accepted + counts.live < goal.count)
      return { kind: "impossible", reason: "quorum_unreachable" };
    return counts.missing === 0 && counts.accepted >= goal.count ? met() : OPEN;
  }
  if (counts.missing > 0) return OPEN;
  if (counts.accepted === 0) return counts.live > 0 ? OPEN : REQUIRED_FAILED;
  // Where nothing is required, the first acceptance is what the others are waited for after (NG-6).
  const until = (counts.required > 0 ? requiredAt : firstAt) + goal.optionalMs;
  return counts.live === 0 || at >= Math.min(until, deadlineAt) ? met() : { kind: "open", until };
}

const REQUIRED_FAILED: GoalState = Object.freeze({ kind: "impossible", reason: "required_failed" });
const OPEN: GoalState = Object.freeze({ kind: "open", until: Number.POSITIVE_INFINITY });

function bestState(group: GroupRecord, count: number, at: number): GoalState {
  const slots = new Map<string, GroupTrack[]>();
  for (const track of group.tracks) {
    const others = slots.get(track.slot);
    if (others === undefined) slots.set(track.slot, [track]);
    else others.push(track);
  }
  const chosen: GroupTrack[] = [];
  let isOpen = false;
  for (const tracks of slots.values()) {
    const accepted = tracks.filter(isAcceptedTrack);
    const liveCount = tracks.filter(isLiveTrack).length;
    if (accepted.length + liveCount < count) return { kind: "impossible", reason: "slot_unfilled" };
    isOpen ||= accepted.length < count || (liveCount > 0 && at < group.deadlineAt);
    chosen.push(...accepted.sort(byScore).slice(0, count));
  }
  return isOpen ? OPEN : { kind: "met", chosen };
}

/** Highest first, then the earlier acceptance; tracks come in their order, and sorting keeps it (NG-8). */
function byScore(one: GroupTrack, other: GroupTrack): number {
  const [first, second] = [one, other].map(({ score }) => score ?? Number.NEGATIVE_INFINITY) as [
    number,
    number,
  ];
  if (first !== second) return first > second ? -1 : 1;
  return (one.settledAt ?? 0) - (other.settledAt ?? 0);
}
