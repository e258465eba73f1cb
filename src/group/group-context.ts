/**
 * @module
 * A group in Bindu's words: the whole context for its coordinator, and what one member may see of it.
 */

import type { Negotiation } from "../core/record/index.js";
import {
  type BinduContext,
  type BinduProposal,
  byTimestamp,
  toBinduProposal,
} from "../presets/bindu/index.js";
import { type GroupRecord, type GroupTrack, isLiveTrack } from "./group-record.js";

/** The negotiations of a group, in the order of its tracks. */
export type TrackNegotiations = readonly (Negotiation | undefined)[];

/**
 * The group as a context: everybody, and what was proposed in all tracks.
 *
 * @param negotiations - in the order of the tracks; `undefined` for what was not opened
 * @throws {TypeError} when terms are no JSON objects, which Bindu's wire cannot carry
 * @see docs/requirements/bindu.md, BD-8 and BD-9
 */
export function groupContext(group: GroupRecord, negotiations: TrackNegotiations): BinduContext {
  const { tracks, status } = group;
  return contextOf(group, tracks, proposalsOf(tracks, negotiations), status === "completed");
}

/**
 * The context of one member: the coordinator, itself and what the two proposed; `undefined` for a stranger.
 *
 * How it stands says nothing of others: it is completed where something binds that this member has agreed to.
 */
export function memberContext(
  group: GroupRecord,
  negotiations: TrackNegotiations,
  memberId: string,
): BinduContext | undefined {
  const own = group.tracks.filter((track) => track.memberId === memberId);
  if (own.length === 0) return undefined;
  const theirs = negotiations.filter((_, index) => group.tracks[index]?.memberId === memberId);
  const isBinding = own.some(({ state }) => state === "confirmed");
  const isOver = group.outcome !== null && !own.some(isLiveTrack);
  const seen = isOver || group.outcome === null ? group : { ...group, outcome: null };
  return contextOf(seen, own, proposalsOf(own, theirs), isBinding);
}

function contextOf(
  { id, coordinatorId, outcome }: GroupRecord,
  tracks: readonly GroupTrack[],
  proposals: readonly BinduProposal[],
  isComplete: boolean,
): BinduContext {
  const live = proposals.length === 0 ? "initiated" : "ongoing";
  return {
    // What was written as a UUID is read as one (BD-1).
    contextId: UUID_GROUP.test(id) ? id.slice("grp_".length) : id,
    status: outcome === null ? live : isComplete ? "completed" : "rejected",
    participants: [...new Set([coordinatorId, ...tracks.map(({ memberId }) => memberId)])],
    proposals,
  };
}

const UUID_GROUP = /^grp_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** By timestamp, then in the order of the tracks, then of the rounds. */
function proposalsOf(
  tracks: readonly GroupTrack[],
  negotiations: TrackNegotiations,
): readonly BinduProposal[] {
  const proposals = tracks.flatMap((track, index) => {
    const negotiation = negotiations[index];
    return (negotiation?.turns ?? []).flatMap((turn) => {
      const proposal = toBinduProposal(negotiation as Negotiation, turn);
      if (proposal === undefined) return [];
      // An acceptance that does not bind is none (BD-9).
      const isVoid = proposal.status === "accepted" && (track.release !== null || track.state === "failed");
      return [isVoid ? { ...proposal, status: "rejected" as const } : proposal];
    });
  });
  return proposals.sort(byTimestamp);
}
