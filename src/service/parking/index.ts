/**
 * @module
 * Turns that wait for an agent outside this process: parked, picked up, answered, given back.
 */

export { type DirectoryEntry, memoryDirectory } from "./memory-directory.js";
export { type ClaimHolder, ParkedTurns, type PickedUpTurn, type WaitingTurn } from "./parked-turns.js";
export { ANYBODY, routeTurn } from "./route-turn.js";
