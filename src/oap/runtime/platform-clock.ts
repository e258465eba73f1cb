/**
 * @module
 * The platform's clock, for what was handed none.
 */

import type { Clock } from "../../ports/index.js";

/** Real time and real timers. */
export const platformClock: Clock = Object.freeze({
  now: () => Date.now(),
  setTimeout: (callback: () => void, ms: number) => setTimeout(callback, ms),
  clearTimeout: (handle: unknown) => clearTimeout(handle as number),
});
