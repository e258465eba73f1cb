/**
 * @module
 * Those who wait for outcomes, by negotiation: from before it is created until it ends or the room does.
 */

import type { Outcome } from "../core/negotiation.js";
import type { NegotiationError } from "../errors.js";

/** A promised outcome and the two ways to keep the promise. */
export interface Waiter<Terms> {
  /** How many wait; the last to go takes it along. */
  count: number;
  readonly promise: Promise<Outcome<Terms>>;
  readonly resolve: (outcome: Outcome<Terms>) => void;
  readonly reject: (reason: NegotiationError) => void;
}

/** The waiters of a room. */
export class Waiters<Terms> {
  readonly #waiters = new Map<string, Waiter<Terms>>();

  /** Whether nobody waits. */
  get isEmpty(): boolean {
    return this.#waiters.size === 0;
  }

  /** Waits for the outcome of an id; to be ended by `leave`. */
  join(id: string): Waiter<Terms> {
    const waiter = this.#waiters.get(id) ?? newWaiter<Terms>();
    waiter.count += 1;
    this.#waiters.set(id, waiter);
    return waiter;
  }

  /** One less waits. */
  leave(id: string, waiter: Waiter<Terms>): void {
    waiter.count -= 1;
    if (waiter.count === 0 && this.#waiters.get(id) === waiter) this.#waiters.delete(id);
  }

  /** The outcome is there. */
  settle(id: string, outcome: Outcome<Terms>): void {
    const waiter = this.#waiters.get(id);
    this.#waiters.delete(id);
    waiter?.resolve(outcome);
  }

  /** There will be none any more. */
  rejectAll(reason: NegotiationError): void {
    const waiters = [...this.#waiters.values()];
    this.#waiters.clear();
    for (const waiter of waiters) waiter.reject(reason);
  }
}

/** A waiter whose promise may fail unheard: whoever stopped waiting has another error to tell. */
function newWaiter<Terms>(): Waiter<Terms> {
  let settle: Pick<Waiter<Terms>, "resolve" | "reject"> | undefined;
  const promise = new Promise<Outcome<Terms>>((resolve, reject) => {
    settle = { resolve, reject };
  });
  promise.catch(() => undefined);
  return { count: 0, promise, ...(settle as Pick<Waiter<Terms>, "resolve" | "reject">) };
}
