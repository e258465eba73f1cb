/**
 * @module
 * Everything that can go wrong, drawn from the seed: in stores, timers and calls.
 */

export { type ByFault, FAULT_KINDS, type FaultKind, faultKinds } from "./fault-kinds.js";
export { Faults } from "./faults.js";
export { FaultyStore, type StoreFault } from "./faulty-store.js";
export { FaultyTimer } from "./faulty-timer.js";
export { StoreCalls } from "./store-calls.js";
