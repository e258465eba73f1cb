/**
 * @module
 * The clock of one life of a node: off by a skew, perhaps with a jump, its timers steady and gone when
 * the life is.
 */

import type { Clock } from "../../ports/index.js";
import type { EventLoop, LoopEvent } from "./event-loop.js";
import type { NodeLife } from "./node-life.js";

/** A clock on virtual time. */
export class NodeClock implements Clock {
  readonly #life: NodeLife;
  readonly #loop: EventLoop;
  readonly #pending = new Set<LoopEvent>();
  /** Ms by which the wall clock is ahead of true time. */
  skewMs: number;
  #latestRead: number;

  constructor(life: NodeLife, loop: EventLoop, skewMs: number) {
    this.#life = life;
    this.#loop = loop;
    this.skewMs = skewMs;
    this.#latestRead = loop.now + skewMs;
  }

  /** The latest instant that the life has read, also where the clock was set back since. Epoch ms. */
  get latestRead(): number {
    return this.#latestRead;
  }

  /** How many timers wait. */
  get pendingCount(): number {
    return this.#pending.size;
  }

  now(): number {
    this.#loop.touch();
    const now = this.#loop.now + this.skewMs;
    if (now > this.#latestRead) this.#latestRead = now;
    return now;
  }

  setTimeout(callback: () => void, ms: number): unknown {
    if (!this.#life.acts("set a timer")) return undefined;
    if (!Number.isInteger(ms) || ms < 0 || ms > 2_147_483_647) {
      throw new RangeError(`Expected ms to be an integer from 0 to 2,147,483,647, got ${ms}.`);
    }
    // As platforms do: even 0 ms takes time.
    const event = this.#loop.schedule(Math.max(ms, 1), () => {
      this.#pending.delete(event);
      if (this.#life.acts("a timer fired")) callback();
    });
    this.#pending.add(event);
    return event;
  }

  clearTimeout(handle: unknown): void {
    this.#loop.touch();
    if (this.#pending.delete(handle as LoopEvent)) this.#loop.cancel(handle as LoopEvent);
  }

  /** Takes all timers away. */
  stop(): void {
    for (const event of this.#pending) this.#loop.cancel(event);
    this.#pending.clear();
  }
}
