/**
 * @module
 * Calls an agent and sees what becomes of it: an answer, an error, or nothing within some time.
 */

import type { Clock } from "../../ports/index.js";
import { ManualClock } from "../../testing/clock/index.js";

/** What became of a call. */
export type Observed =
  | { readonly state: "answered"; readonly answer: unknown }
  | { readonly state: "threw"; readonly error: unknown };

/** A call under way. */
export interface PendingAnswer {
  /** Whether it was there before the call returned. */
  readonly isImmediate: boolean;
  /** What became of it if that happens within so many ms, else `undefined`. It never rejects. */
  within(ms: number): Promise<Observed | undefined>;
}

/**
 * Begins a call and never throws.
 *
 * @param clock - measures the waiting; a `ManualClock` is advanced by it
 */
export function observedAnswer(call: () => unknown, clock: Clock): PendingAnswer {
  let answer: unknown;
  try {
    answer = call();
  } catch (error) {
    return immediate({ state: "threw", error });
  }
  if (!isThenable(answer)) return immediate({ state: "answered", answer });
  const settled = Promise.resolve(answer).then<Observed, Observed>(
    (value) => ({ state: "answered", answer: value }),
    (error) => ({ state: "threw", error }),
  );
  return { isImmediate: false, within: (ms) => settledWithin(settled, ms, clock) };
}

function immediate(observed: Observed): PendingAnswer {
  return { isImmediate: true, within: () => Promise.resolve(observed) };
}

async function settledWithin(
  settled: Promise<Observed>,
  ms: number,
  clock: Clock,
): Promise<Observed | undefined> {
  let handle: unknown;
  const timeUp = new Promise<undefined>((resolve) => {
    handle = clock.setTimeout(() => resolve(undefined), ms);
  });
  const first = Promise.race([settled, timeUp]);
  if (clock instanceof ManualClock) await clock.advance(ms);
  try {
    return await first;
  } finally {
    clock.clearTimeout(handle);
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  try {
    return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
  } catch {
    // A getter or proxy that throws is an answer, and a malformed one.
    return false;
  }
}
