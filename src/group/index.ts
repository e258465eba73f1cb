/**
 * @module
 * `concordat/group`: one coordinator that negotiates with many members in parallel, towards one goal.
 */

export {
  CONFIRM_MS,
  type CreateGroup,
  decideGroup,
  type GroupCommand,
  type GroupDecision,
  type GroupEventName,
  type TrackOutcome,
} from "./decide-group.js";
export { groupContext, memberContext, type TrackNegotiations } from "./group-context.js";
export type {
  GoalOptions,
  GroupBid,
  GroupFunctions,
  GroupOptions,
  ReservationCall,
  ReservationHook,
  ResumeOptions,
  TrackOptions,
} from "./group-options.js";
export type {
  Commitment,
  GroupGoal,
  GroupOutcome,
  GroupReason,
  GroupRecord,
  GroupResult,
  GroupStatus,
  GroupTrack,
  TrackState,
} from "./group-record.js";
export {
  createNegotiationGroup,
  type GroupAbort,
  type GroupEvents,
  NegotiationGroup,
} from "./negotiation-group.js";
