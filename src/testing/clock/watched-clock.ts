/**
 * @module
 * A clock that watches how it is used: how many timers wait on it, and how long they are asked to.
 */

import type { Clock } from "../../ports/index.js";

/** Another clock, watched. */
export class WatchedClock implements Clock {
  readonly #clock: Clock;
  readonly #pending = new Set<unknown>();
  #longestMs = 0;
  #turnCount = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How many timers wait. */
  get pendingCount(): number {
    return this.#pending.size;
  }

  /** The longest time in ms that was asked for. */
  get longestMs(): number {
    return this.#longestMs;
  }

  /** How many callbacks have been called: each is a turn of the event loop of its own. */
  get turnCount(): number {
    return this.#turnCount;
  }

  now(): number {
    return this.#clock.now();
  }

  setTimeout(callback: () => void, ms: number): unknown {
    this.#longestMs = Math.max(this.#longestMs, ms);
    const handle = this.#clock.setTimeout(() => {
      this.#pending.delete(handle);
      this.#turnCount++;
      callback();
    }, ms);
    this.#pending.add(handle);
    return handle;
  }

  clearTimeout(handle: unknown): void {
    this.#pending.delete(handle);
    this.#clock.clearTimeout(handle);
  }
}
