/**
 * @module
 * The record of a group in the making: copies that are changed in place, and frozen once all is decided. Copies are
 * written out, member by member: to spread what is frozen costs many times as much, and gives records unlike in memory.
 */

import type { GroupRecord, GroupTrack } from "./group-record.js";

/** A record that is being decided about; its version counts the changes. */
export type Draft = Copy<GroupTrack[]>;

/** A draft of what comes after a record. */
export function draftOf(record: GroupRecord): Draft {
  return copyOf(record, [...record.tracks], record.version);
}

/** What the draft of a record has come to, as its next version; the very record where nothing has changed. */
export function finished(record: GroupRecord, last: Draft): GroupRecord {
  if (last.version === record.version) return record;
  const isListed = last.tracks.some((track, index) => track !== record.tracks[index]);
  for (const track of last.tracks) Object.freeze(track);
  const tracks = isListed ? Object.freeze(last.tracks) : record.tracks;
  return Object.freeze(copyOf(last, tracks, record.version + 1));
}

/** What is to change in a track. */
export type OverOf = (track: GroupTrack) => Partial<GroupTrack> | false;

/** Changes members of the record. */
export function change(draft: Draft, over: Partial<GroupRecord>): void {
  Object.assign(draft, over);
  draft.version += 1;
}

/** Changes what of each track it says. @returns whether anything has changed */
export function changeTracks(draft: Draft, overOf: OverOf): boolean {
  const { tracks, version } = draft;
  for (let index = 0; index < tracks.length; index += 1) {
    const track = tracks[index] as GroupTrack;
    const over = overOf(track);
    if (over === false) continue;
    tracks[index] = changed(track, over);
    draft.version += 1;
  }
  return draft.version > version;
}

/** Changes what of one track it says. */
export function changeTrack(draft: Draft, { trackId }: { readonly trackId: string }, overOf: OverOf): void {
  changeTracks(draft, (track) => track.id === trackId && overOf(track));
}

type Copy<Tracks> = { -readonly [Name in keyof GroupRecord]: GroupRecord[Name] } & {
  readonly tracks: Tracks;
};

function copyOf<Tracks extends readonly GroupTrack[]>(
  group: GroupRecord,
  tracks: Tracks,
  version: number,
): Copy<Tracks> {
  return {
    id: group.id,
    coordinatorId: group.coordinatorId,
    goal: group.goal,
    commitment: group.commitment,
    reserveMs: group.reserveMs,
    version,
    status: group.status,
    tracks,
    deadlineAt: group.deadlineAt,
    metAt: group.metAt,
    confirmBy: group.confirmBy,
    outcome: group.outcome,
    settledAt: group.settledAt,
    createdAt: group.createdAt,
    updatedAt: group.updatedAt,
  };
}

/** No member of a track goes back to `null`. */
function changed(track: GroupTrack, over: Partial<GroupTrack>): GroupTrack {
  return {
    id: track.id,
    memberId: track.memberId,
    required: track.required,
    slot: track.slot,
    negotiationId: track.negotiationId,
    state: over.state ?? track.state,
    reason: over.reason ?? track.reason,
    score: over.score ?? track.score,
    isChosen: over.isChosen ?? track.isChosen,
    release: over.release ?? track.release,
    settledAt: over.settledAt ?? track.settledAt,
    closedAt: over.closedAt ?? track.closedAt,
  };
}
