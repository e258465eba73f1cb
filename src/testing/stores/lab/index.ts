/**
 * @module
 * What the store suite works with: calls, a model to compare with, a writer that is killed.
 */

export {
  contend,
  countedNegotiation,
  expectSound,
  KilledRun,
  runStoreWriter,
  storedRecord,
  WRITER_READY,
  type WriterJob,
} from "./killed-writer.js";
export { isExplained, type MadeCall } from "./order-of-calls.js";
export {
  claimedIds,
  DUE,
  everything,
  malformedCalls,
  newCommit,
  newEnd,
  newNegotiation,
  newTurn,
  scribble,
  T0,
} from "./store-calls.js";
export {
  type BreakPoint,
  eventLoop,
  type SecondStoreOptions,
  type StoreCase,
  StoreLab,
  type StoreNeed,
  type StoreProvider,
  type StoreTestId,
  storeCase,
} from "./store-lab.js";
export {
  drawnClients,
  drawnSteps,
  STEP_IDS,
  StoreModel,
  type StoreStep,
  withoutRevivals,
} from "./store-model.js";
