/**
 * @module
 * Everything that can go wrong, drawn from the seed: in stores, timers and calls.
 */

export { type ByFault, FAULT_KINDS, type FaultKind, Faults, faultKinds } from "./faults.js";
export { FaultyStore, StoreCalls, type StoreFault } from "./faulty-store.js";
export { FaultyTimer } from "./faulty-timer.js";
