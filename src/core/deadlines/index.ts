/**
 * @module
 * Which instants a record waits for, and which of many records comes first.
 */

export { DamagedRows, isDamaged } from "./damaged-rows.js";
export { DeadlineHeap, type HeapItem } from "./deadline-heap.js";
export { type Deadline, type DeadlineKind, deadlinesOf, NEVER, nextDeadline } from "./deadlines.js";
