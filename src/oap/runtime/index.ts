/**
 * @module
 * What the signing code asks of the platform, in bounds: time, chance, memory, and answers that may never come.
 */

export { boundedMemo } from "./bounded-memo.js";
export { randomPool } from "./random-pool.js";
export { withinTime } from "./within-time.js";
