/**
 * @module
 * The room at work: the public class, what wires it together, and many rooms that share a store.
 */

export type { MessageOptions } from "./messages.js";
export {
  NegotiationRooms,
  type NegotiationRoomsOptions,
  type RoomEvent,
  type RoomsEvents,
} from "./negotiation-rooms.js";
export { NegotiationService } from "./negotiation-service.js";
export { type Rooms, roomsOf } from "./rooms-for-doors.js";
export type { OutcomeOptions } from "./run-negotiation.js";
export type { RecordKeeper, SideRecord } from "./side-records.js";
