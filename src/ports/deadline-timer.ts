/**
 * @module
 * The wake-up port: somebody who says "look at this negotiation again". Deadlines are data in the
 * store; a lost, late, early or repeated wake-up costs delay and nothing else.
 */

import type { MaybePromise } from "./maybe-promise.js";

/** Which negotiation to look at again, when, and the version whose deadline asked for it. */
export interface WakeUp {
  readonly id: string;
  readonly version: number;
  readonly roomId: string;
  /** Epoch ms. `Infinity` is never; other numbers that are not non-negative integers are a `RangeError`. */
  readonly at: number;
  /** True while somebody in this process waits for the outcome: the process must not exit before the wake-up. */
  readonly keepsProcessAlive: boolean;
}

/** Called when a wake-up is due. May answer late; a throw or rejection goes to the timer's `onError`. */
export type WakeUpHandler = (wakeUp: Pick<WakeUp, "id" | "version" | "roomId">) => MaybePromise<void>;

/** Ends a delivery. */
export interface Delivery {
  /** Once it has resolved, the handler is not called again, and running calls have ended. */
  stop(): MaybePromise<void>;
}

/**
 * Tells the service that a deadline may be due.
 *
 * A wake-up may come late, early or twice, or be lost in a crash: the service compares the stored
 * deadline with its own clock before it acts, so an implementation need be neither exact nor durable.
 */
export interface DeadlineTimer {
  /** Replaces that negotiation's earlier wake-up. A past `at` wakes soon, but never before `arm` returns. */
  arm(wakeUp: WakeUp): MaybePromise<void>;
  /** Idempotent; an unknown id is no error. */
  disarm(id: string): MaybePromise<void>;
  /** Begins delivery to `handler`: of one room, or without a room of all that no room's handler takes. */
  start(handler: WakeUpHandler, scope?: { readonly roomId: string }): MaybePromise<Delivery>;
}
