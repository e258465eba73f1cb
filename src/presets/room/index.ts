/**
 * @module
 * The preset `room`: its rules, its messages, and a record in its words.
 */

export { roomRules } from "./default-rules.js";
export {
  type AgentMessage,
  type AnsweringMessage,
  moveOfMessage,
  type ProposingMessage,
  readAgentMessage,
  repeatsStanding,
} from "./room-messages.js";
export {
  type RoomNegotiation,
  type RoomRound,
  type RoomStatus,
  roomExpiryText,
  toAgentMessage,
  toRoomNegotiation,
  turnLabel,
} from "./room-projection.js";
