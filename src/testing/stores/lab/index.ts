/**
 * @module
 * What the store suite works with: calls, a model to compare with, a writer that is killed.
 */

export { countedNegotiation, storedRecord } from "./counted-negotiation.js";
export { expectSound, KilledRun } from "./killed-run.js";
export { isExplained, type MadeCall } from "./order-of-calls.js";
export { DUE, newCommit, newEnd, newNegotiation, newTurn, T0 } from "./store-calls.js";
export { type StoreCase, type StoreTestId, storeCase } from "./store-case.js";
export {
  type BreakPoint,
  type SecondStoreOptions,
  StoreLab,
  type StoreNeed,
  type StoreProvider,
} from "./store-lab.js";
export { malformedCalls } from "./store-malformed-calls.js";
export { StoreModel } from "./store-model.js";
export { claimedIds, everything, scribble } from "./store-observation.js";
export { drawnClients, drawnSteps, STEP_IDS, type StoreStep, withoutRevivals } from "./store-steps.js";
export { contend, runStoreWriter, WRITER_READY, type WriterJob } from "./store-writer.js";
