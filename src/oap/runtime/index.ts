/**
 * @module
 * What the signing code asks of the platform, in bounds: time, chance, memory, and answers that may never come.
 */

export {
  type Asking,
  asking,
  boundedMemo,
  endsInTime,
  keepLatest,
  randomPool,
  storeFailed,
  withinTime,
  withTimers,
} from "./platform.js";
