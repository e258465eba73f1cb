/**
 * @module
 * The other vocabularies: how a record looks in the words of the room document, Index Network, OAP and
 * Bindu, and how their messages become moves. Plain functions over records.
 *
 * @example
 * room.on("negotiation:settled", (negotiation) => console.log(toRoomNegotiation(negotiation).status));
 */

export { diffTerms, type TermsChange } from "../core/json/diff-terms.js";
export { type AgreedRole, agreedRoles } from "../core/record/agreed-roles.js";
export { type BinduTrack, fromBinduContext, toBinduContext, toBinduProposal } from "./bindu/bindu.js";
export {
  type BinduDataPart,
  fromDataPart,
  printBinduContext,
  printBinduProposal,
  toDataPart,
} from "./bindu/bindu-data-part.js";
export { fromBinduProposal } from "./bindu/bindu-move.js";
export {
  type BinduContext,
  type BinduProposal,
  readBinduContext,
  readBinduProposal,
} from "./bindu/bindu-wire.js";
export { fallbackSummary } from "./index-network/fallback-summary.js";
export { averageFit } from "./index-network/index-assessment.js";
export type { IndexContext } from "./index-network/index-context.js";
export { type IndexConversation, toConversation } from "./index-network/index-conversation.js";
export { type NegotiationDigest, negotiationDigest } from "./index-network/index-digest.js";
export { projectContext, readTurnCap } from "./index-network/index-network.js";
export { type IndexOutcome, toIndexOutcome, toOpportunityStatus } from "./index-network/index-outcome.js";
export {
  agentEndTrace,
  agentStartTrace,
  sessionEndTrace,
  sessionStartTrace,
  tracedSession,
} from "./index-network/index-session-trace.js";
export { toTrace } from "./index-network/index-trace.js";
export { fromIndexTurn, type IndexTurn, toIndexTurn } from "./index-network/index-turns.js";
export { negotiationSessionPrefix, negotiationTurnInstructions } from "./index-network/turn-instructions.js";
export { toOapState } from "./oap/oap-state.js";
export {
  type RoomNegotiation,
  type RoomRound,
  type RoomStatus,
  roomExpiryText,
  toAgentMessage,
  toRoomNegotiation,
} from "./room/room-projection.js";
export { turnLabel } from "./room/turn-label.js";
export {
  closingTranscript,
  type TranscriptOptions,
  transcript,
  turnTranscript,
} from "./transcript/transcript.js";
