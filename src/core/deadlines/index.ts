/**
 * @module
 * Which instants a record waits for, and which of many records comes first.
 */

export { type Deadline, type DeadlineKind, deadlinesOf, NEVER, nextDeadline } from "./deadlines.js";
export { DeadlineHeap, type HeapItem } from "./heap.js";
