/**
 * @module
 * The transparency log: chain, checkpoints, receipts, and checking all of them with nobody asked.
 */

export {
  type Checkpoint,
  type CheckpointResult,
  checkpointText,
  detectFork,
  type ForkVerdict,
  parseCheckpoint,
  readCheckpoint,
} from "./checkpoint.js";
export type { LogDamage, LogDamageCode, LogVerdict } from "./log-auditor.js";
export {
  entryHash,
  isEndOf,
  isLogEntry,
  OWN_BODIES,
  type RedactionBody,
  type WithdrawalPenaltyBody,
} from "./log-entry.js";
export { memoryLog } from "./memory-log.js";
export { type Receipt, type VerifyReceiptOptions, verifyReceipt } from "./receipt.js";
export {
  type NoteSigner,
  noteKey,
  type ReadNoteOptions,
  type ReadNoteResult,
  readNote,
  writeNote,
} from "./signed-note.js";
export {
  type AppendResult,
  type CheckpointSignerOptions,
  createTransparencyLog,
  type TransparencyLog,
  type TransparencyLogOptions,
} from "./transparency-log.js";
export { type VerifyLogOptions, verifyLog } from "./verify-log.js";
