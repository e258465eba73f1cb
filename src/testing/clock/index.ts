/**
 * @module
 * A clock for tests, which is moved by hand.
 */

export { ManualClock, type ManualTimer } from "./manual-clock.js";
