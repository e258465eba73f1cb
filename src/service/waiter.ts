/**
 * @module
 * Somebody who waits for an outcome: a promise with its two ends in hand.
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

/** A waiter whose promise may fail unheard: whoever stopped waiting has another error to tell. */
export function newWaiter<Terms>(): Waiter<Terms> {
  let settle: Pick<Waiter<Terms>, "resolve" | "reject"> | undefined;
  const promise = new Promise<Outcome<Terms>>((resolve, reject) => {
    settle = { resolve, reject };
  });
  promise.catch(() => undefined);
  return { count: 0, promise, ...(settle as Pick<Waiter<Terms>, "resolve" | "reject">) };
}
