/**
 * @module
 * One command at a time for each negotiation, and work that waits only where it must.
 */

export { PassingMap } from "./passing-map.js";
export { MAX_WAITING, SerialQueue } from "./serial-queue.js";
export {
  atMost,
  type Deferred,
  deferred,
  isPromise,
  runSteps,
  type Steps,
  settled,
} from "./sync-or-async.js";
