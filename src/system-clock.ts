/**
 * @module
 * The real clock: the platform's wall time and timers, looked up at call time so that fake timers work.
 */

import type { Clock } from "./ports/index.js";

/**
 * The default clock of whatever was handed none.
 *
 * A wall clock: it may jump. Its timers run on the platform's steady clock, so whoever waits compares
 * `now()` again when a timer fires.
 *
 * @see docs/requirements/storage.md, ST-83
 */
export const systemClock: Clock = Object.freeze({
  // Fake timers may stand between two milliseconds; instants are integers.
  now: () => Math.floor(Date.now()),
  setTimeout: (callback: () => void, ms: number) => globalThis.setTimeout(callback, ms),
  clearTimeout: (handle: unknown) => globalThis.clearTimeout(handle as number | undefined),
});
