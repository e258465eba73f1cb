/**
 * @module
 * Turns that wait for an agent outside this process: parked, picked up, answered, given back.
 */

export { ANYBODY, type DirectoryEntry, memoryDirectory, routeTurn } from "./memory-directory.js";
export {
  type ClaimHolder,
  ParkedTurns,
  type PickedUpTurn,
  type PickupRequest,
  type WaitingTurn,
} from "./parked-turns.js";
