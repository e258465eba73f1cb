/**
 * @module
 * When an agent lets the event loop turn. Agents that answer at once and have no cap on turns would keep a room going
 * in microtasks alone, and no timer, socket or signal of the process were heard until its time is over.
 */

/** Chosen: short for people and sockets, long beside the pause itself of about 1 ms. */
const LONGEST_MS = 10;

/** Chosen: pauses come also where a clock is set by hand, or the turns take no time. */
const MOST_ANSWERS = 64;

/** Counts the answers of one agent. */
export class EventLoopPause {
  #since = Number.NEGATIVE_INFINITY;
  #count = 0;

  /**
   * Whether this answer is to wait for the event loop; asked once an answer.
   *
   * @param at - epoch ms of the latest turn: time is read from the turns, as all that an agent follows from
   */
  isDue(at: number): boolean {
    this.#count += 1;
    // Times of several negotiations need not ascend.
    if (this.#count < MOST_ANSWERS && Math.abs(at - this.#since) < LONGEST_MS) return false;
    this.#since = at;
    this.#count = 0;
    return true;
  }
}

/** The value, once the event loop has turned. */
export function afterEventLoop<T>(value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(() => resolve(value), 0));
}
