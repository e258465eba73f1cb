/**
 * @module
 * Clocks for tests: one that is moved by hand, one that watches its use.
 */

export { ManualClock, type ManualTimer } from "./manual-clock.js";
export { WatchedClock } from "./watched-clock.js";
