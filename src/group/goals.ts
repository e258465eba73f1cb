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
  const { goal, tracks } = group;
  const accepted = tracks.filter(isAcceptedTrack);
  const liveCount = tracks.filter(isLiveTrack).length;
  if (goal.kind === "best") return bestState(group, goal.count, at);
  const required = tracks.filter((track) => track.required);
  if (required.some((track) => !isAcceptedTrack(track) && !isLiveTrack(track)))
    return { kind: "impossible", reason: "required_failed" };
  const isComplete = required.every(isAcceptedTrack);
  if (goal.kind === "quorum") {
    if (accepted.length + liveCount < goal.count) return { kind: "impossible", reason: "quorum_unreachable" };
    return isComplete && accepted.length >= goal.count ? { kind: "met", chosen: accepted } : OPEN;
  }
  if (!isComplete) return OPEN;
  if (accepted.length === 0) return liveCount > 0 ? OPEN : { kind: "impossible", reason: "required_failed" };
  // Where nothing is required, the first acceptance is what the others are waited for after (NG-6).
  const instants = (required.length > 0 ? required : accepted).map((track) => track.settledAt as number);
  const until = (required.length > 0 ? Math.max : Math.min)(...instants) + goal.optionalMs;
  return liveCount === 0 || at >= Math.min(until, group.deadlineAt)
    ? { kind: "met", chosen: accepted }
    : { kind: "open", until };
}

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
