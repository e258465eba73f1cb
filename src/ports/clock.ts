/**
 * @module
 * The time port: what the service asks for the instant and for one wake-up. `core` is told the
 * instant and never asks.
 */

/**
 * A clock. `systemClock` of `./store` is the real one, `ManualClock` of `./testing` the one for tests.
 *
 * The handle may have `ref()` and `unref()` as Node's timers do; then a waiting deadline keeps no
 * process alive.
 */
export interface Clock {
  /** Epoch ms, an integer. */
  now(): number;
  /** Calls back once, at the earliest on a later turn of the event loop; `ms` is 0 to 2,147,483,647. */
  setTimeout(callback: () => void, ms: number): unknown;
  /** Idempotent. */
  clearTimeout(handle: unknown): void;
}
