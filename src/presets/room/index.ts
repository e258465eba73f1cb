/**
 * @module
 * The preset `room`: its rules, its messages, and a record in its words.
 */

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
} from "./room-projection.js";
export { roomRules } from "./room-rules.js";
export { turnLabel } from "./turn-label.js";
