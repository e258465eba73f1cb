/**
 * @module
 * Those who wait for outcomes, by negotiation: from before it is created until it ends or the room does.
 * While somebody waits, what other processes may have done meanwhile is looked for.
 */

import { NEVER } from "../core/deadlines.js";
import type { Outcome } from "../core/negotiation.js";
import type { NegotiationError } from "../errors.js";
import type { Clock } from "../ports/clock.js";
import { Alarm } from "./alarm.js";
import { type Deferred, deferred } from "./steps.js";

/** A promised outcome. */
export interface Waiter<Terms> extends Deferred<Outcome<Terms>> {
  /** How many wait; the last to go takes it along. */
  count: number;
}

/** The waiters of a room. */
export class Waiters<Terms> {
  readonly #waiters = new Map<string, Waiter<Terms>>();
  readonly #clock: Clock;
  readonly #everyMs: number;
  readonly #look: (id: string) => Promise<void>;
  readonly #alarm: Alarm;

  /**
   * @param everyMs - ms between two looks at what is waited for; `Infinity` where nobody else can end it
   * @param look - never rejects
   */
  constructor(clock: Clock, everyMs: number, look: (id: string) => Promise<void>) {
    this.#clock = clock;
    this.#everyMs = everyMs;
    this.#look = look;
    this.#alarm = new Alarm(clock, () => {
      void this.#lookAtAll();
      return NEVER;
    });
  }

  /** Whether nobody waits. */
  get isEmpty(): boolean {
    return this.#waiters.size === 0;
  }

  /** Whether somebody waits for this one. */
  has(id: string): boolean {
    return this.#waiters.has(id);
  }

  /** Waits for the outcome of an id; to be ended by `leave`. */
  join(id: string): Waiter<Terms> {
    const waiter = this.#waiters.get(id) ?? newWaiter<Terms>();
    waiter.count += 1;
    this.#waiters.set(id, waiter);
    this.#lookLater();
    return waiter;
  }

  /** One less waits. */
  leave(id: string, waiter: Waiter<Terms>): void {
    waiter.count -= 1;
    if (waiter.count === 0 && this.#waiters.get(id) === waiter) this.take(id);
  }

  /** Whoever waits for this one, to be told; nobody does any more. */
  take(id: string): Waiter<Terms> | undefined {
    const waiter = this.#waiters.get(id);
    if (this.#waiters.delete(id) && this.isEmpty) this.#alarm.ringBy(NEVER);
    return waiter;
  }

  /** There will be no outcome any more. */
  rejectAll(reason: NegotiationError): void {
    for (const id of [...this.#waiters.keys()]) this.take(id)?.reject(reason);
  }

  async #lookAtAll(): Promise<void> {
    await Promise.all(Array.from(this.#waiters.keys(), this.#look));
    if (!this.isEmpty) this.#lookLater();
  }

  #lookLater(): void {
    this.#alarm.ringBy(this.#clock.now() + this.#everyMs);
  }
}

/** A waiter whose promise may fail unheard: whoever stopped waiting has another error to tell. */
function newWaiter<Terms>(): Waiter<Terms> {
  const waiter = { count: 0, ...deferred<Outcome<Terms>>() };
  waiter.promise.catch(() => undefined);
  return waiter;
}
