/**
 * @module
 * The other vocabularies: how a record looks in the words of the room document, Index Network, OAP and
 * Bindu, and how their messages become moves. Plain functions over records.
 *
 * @example
 * room.on("negotiation:settled", (negotiation) => console.log(toRoomNegotiation(negotiation).status));
 */

export { type AgreedRole, agreedRoles } from "../core/agreed-roles.js";
export { diffTerms, type TermsChange } from "../core/diff-terms.js";
export { type BinduTrack, fromBinduContext, toBinduContext, toBinduProposal } from "./bindu.js";
export {
  type BinduDataPart,
  fromDataPart,
  printBinduContext,
  printBinduProposal,
  toDataPart,
} from "./bindu-data-part.js";
export { fromBinduProposal } from "./bindu-move.js";
export {
  type BinduContext,
  type BinduProposal,
  readBinduContext,
  readBinduProposal,
} from "./bindu-wire.js";
export { fallbackSummary } from "./fallback-summary.js";
export { averageFit } from "./index-assessment.js";
export type { IndexContext } from "./index-context.js";
export { type IndexConversation, toConversation } from "./index-conversation.js";
export { type NegotiationDigest, negotiationDigest } from "./index-digest.js";
export { projectContext, readTurnCap } from "./index-network.js";
export { type IndexOutcome, toIndexOutcome, toOpportunityStatus } from "./index-outcome.js";
export {
  agentEndTrace,
  agentStartTrace,
  sessionEndTrace,
  sessionStartTrace,
  tracedSession,
} from "./index-session-trace.js";
export { toTrace } from "./index-trace.js";
export { fromIndexTurn, type IndexTurn, toIndexTurn } from "./index-turns.js";
export { toOapState } from "./oap.js";
export {
  type RoomNegotiation,
  type RoomRound,
  type RoomStatus,
  roomExpiryText,
  toAgentMessage,
  toRoomNegotiation,
} from "./room.js";
export {
  closingTranscript,
  type TranscriptOptions,
  transcript,
  turnTranscript,
} from "./transcript.js";
export { negotiationSessionPrefix, negotiationTurnInstructions } from "./turn-instructions.js";
export { turnLabel } from "./turn-label.js";
