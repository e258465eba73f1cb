/**
 * @module
 * What the signing code asks of the platform, in bounds: time, chance, memory, and answers that may never come.
 */

import { isShaped } from "../../core/checks/index.js";
import { NegotiationError } from "../../errors.js";
import type { Clock, MaybePromise } from "../../ports/index.js";
import { systemClock } from "../../system-clock.js";

/** A source of bytes that nobody can foresee; each is given out once. */
export function randomPool(): (count: number) => Uint8Array {
  let pool = new Uint8Array(0);
  let used = 0;
  return (count) => {
    if (count > pool.length - used) {
      // Chosen: some hundred ids.
      pool = crypto.getRandomValues(new Uint8Array(Math.max(count, 2_048)));
      used = 0;
    }
    used += count;
    return pool.slice(used - count, used);
  };
}

/**
 * What `ask` gives, `undefined` when it fails, takes longer than that or is stopped; then its signal is aborted.
 *
 * @param ms - 5,000 by default, as resolvers have
 * @see docs/requirements/signing.md, SG-16 and SG-20
 */
export function withinTime<T>(
  clock: Clock,
  ask: (signal: AbortSignal) => MaybePromise<T>,
  ms = 5_000,
  stop?: AbortSignal,
): Promise<T | undefined> {
  return new Promise((resolve) => {
    const controller = new AbortController();
    const settle = (answer?: T): void => {
      clock.clearTimeout(timer);
      resolve(answer);
    };
    const end = (): void => {
      settle();
      controller.abort();
    };
    const timer = clock.setTimeout(end, ms);
    stop?.addEventListener("abort", end);
    const asked = async (): Promise<T> => ask(controller.signal);
    asked().then(settle, () => settle());
  });
}

/** Whether it comes to an end in that time, whatever the end is; if not, `undefined`. */
export function endsInTime(clock: Clock, asked: Promise<unknown>, ms?: number): Promise<true | undefined> {
  const isOver = (): true => true;
  return withinTime(clock, () => asked.then(isOver, isOver), ms);
}

/** What a port answers, or throws; or at once the reason of a signal that is aborted. */
export type Asking = <T>(ask: () => MaybePromise<T>, signal?: AbortSignal) => Promise<T>;

/**
 * Asks ports, and waits for no answer longer than that: then it throws, and what was asked for may take effect later.
 *
 * Its timer keeps no process alive: a port at work does so by what it waits for, and one that waits for nothing has lost
 * the question.
 *
 * @param mostMs - 30,000 by default
 * @param late - what it throws then, by default `store_failed`
 * @see docs/requirements/oap.md, OAP-53
 */
export function asking(
  clock: Clock,
  mostMs: number = MOST_PORT_MS,
  late: () => Error = () => storeFailed("an answer within 30 s, got none"),
): Asking {
  return async <T>(ask: () => MaybePromise<T>, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    return new Promise<T>((resolve, reject) => {
      const stop = (): void => end(() => reject(signal?.reason));
      const timer = clock.setTimeout(() => end(() => reject(late())), mostMs);
      (timer as { readonly unref?: () => void } | null)?.unref?.();
      signal?.addEventListener("abort", stop);
      const end = (settle: () => void): void => {
        clock.clearTimeout(timer);
        signal?.removeEventListener("abort", stop);
        settle();
      };
      const asked = async (): Promise<T> => ask();
      asked().then(
        (answer) => end(() => resolve(answer)),
        (error: unknown) => end(() => reject(error)),
      );
    });
  };
}

/** A clock, or the platform's where it has no timers, as `Date` has none. */
export function withTimers(clock: Pick<Clock, "now"> & Partial<Clock>): Clock {
  return isShaped(clock, ["setTimeout", "clearTimeout"]) ? (clock as Clock) : systemClock;
}

/** The error of a port that does not do what it has to. */
export function storeFailed(expected: string): NegotiationError {
  return new NegotiationError("store_failed", `Expected ${expected}.`);
}

/** Chosen: as long as other ports have, and far beyond any lock that a store lets somebody wait for. */
const MOST_PORT_MS = 30_000;

/**
 * The same function, which remembers its latest answers.
 *
 * @param most - answers at once; the oldest makes place for the newest
 */
export function boundedMemo<Key extends string | number, Answer>(
  answer: (key: Key) => Answer,
  most: number,
): (key: Key) => Answer {
  const known = new Map<Key, Answer>();
  return (key) => {
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    return keepLatest(known, key, answer(key), most);
  };
}

/** Keeps a value as the newest of a memory; the oldest makes place for it. */
export function keepLatest<Key, Value>(memory: Map<Key, Value>, key: Key, value: Value, most: number): Value {
  memory.delete(key);
  memory.set(key, value);
  const [oldest = key] = memory.keys();
  if (memory.size > most) memory.delete(oldest);
  return value;
}
