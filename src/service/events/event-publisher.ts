/**
 * @module
 * Tells the events of a commit after it, in order. While they are told no command starts: one that a
 * listener gives runs after the last of them (EN-39).
 */

import type { SerialQueue } from "../queue/index.js";

/** Says an event to the listeners; never throws. */
export type Tell = (type: string, payload: unknown) => void;

/** Emits in order, with the commands held back meanwhile. */
export class Outbox {
  readonly #queue: SerialQueue;
  readonly #tell: Tell;

  constructor(queue: SerialQueue, tell: Tell) {
    this.#queue = queue;
    this.#tell = tell;
  }

  /** Tells the events of one commit, then lets waiting commands start. */
  publish(events: readonly { readonly type: string; readonly payload: unknown }[]): void {
    this.#queue.hold();
    try {
      for (const { type, payload } of events) this.#tell(type, payload);
    } finally {
      this.#queue.release();
    }
  }

  /** Tells one event that belongs to no commit. */
  say(type: string, payload: unknown): void {
    this.publish([{ type, payload }]);
  }
}
