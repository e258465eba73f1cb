/**
 * @module
 * The other vocabularies: how a record looks in the words of the room document, Index Network, OAP and
 * Bindu, and how their messages become moves. Plain functions over records.
 *
 * @example
 * room.on("negotiation:settled", (negotiation) => console.log(toRoomNegotiation(negotiation).status));
 */

export { diffTerms, type TermsChange } from "../core/json/index.js";
export { type AgreedRole, agreedRoles } from "../core/record/index.js";
export {
  type BinduContext,
  type BinduDataPart,
  type BinduProposal,
  type BinduTrack,
  fromBinduContext,
  fromBinduProposal,
  fromDataPart,
  printBinduContext,
  printBinduProposal,
  readBinduContext,
  readBinduProposal,
  toBinduContext,
  toBinduProposal,
  toDataPart,
} from "./bindu/index.js";
export {
  agentEndTrace,
  agentStartTrace,
  averageFit,
  fallbackSummary,
  fromIndexTurn,
  type IndexContext,
  type IndexConversation,
  type IndexOutcome,
  type IndexTurn,
  type NegotiationDigest,
  negotiationDigest,
  negotiationSessionPrefix,
  negotiationTurnInstructions,
  projectContext,
  readTurnCap,
  sessionEndTrace,
  sessionStartTrace,
  toConversation,
  toIndexOutcome,
  toIndexTurn,
  toOpportunityStatus,
  toTrace,
  tracedSession,
  triggerRules,
} from "./index-network/index.js";
export { toOapState } from "./oap/index.js";
export { knownPresets } from "./registry/index.js";
export {
  type AnsweringMessage,
  type ProposingMessage,
  type RoomNegotiation,
  type RoomRound,
  type RoomStatus,
  roomExpiryText,
  toAgentMessage,
  toRoomNegotiation,
  turnLabel,
} from "./room/index.js";
export { closingTranscript, type TranscriptOptions, transcript, turnTranscript } from "./transcript/index.js";
