/**
 * @module
 * Work that waits only where it must: written once as a generator, run to its end at once while every
 * port answers with a value, and as a promise from the first port that does not (ST-5).
 */

import type { Clock, MaybePromise } from "../../ports/index.js";

/** Work in steps; yields what has to be waited for. */
export type Steps<T> = Generator<PromiseLike<unknown>, T, unknown>;

/** Whether a port answered later rather than now. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function"
  );
}

/** The value of a port's answer, waited for only if it is a promise. */
export function* settled<T>(answer: MaybePromise<T>): Steps<T> {
  return isPromise(answer) ? ((yield answer) as T) : (answer as T);
}

/** A promise and the two ways to keep it. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}

/** A promise that somebody else keeps. */
export function deferred<T>(): Deferred<T> {
  let settle: Omit<Deferred<T>, "promise"> | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...(settle as Omit<Deferred<T>, "promise">) };
}

/** The work, waited for that many ms at most: `onLate` is called then. @returns with what ends the wait */
export function atMost(
  clock: Clock,
  ms: number,
  work: Promise<void>,
  onLate: () => void,
): readonly [Promise<void>, () => void] {
  const { promise, resolve, reject } = deferred<void>();
  const handle = clock.setTimeout(() => {
    onLate();
    resolve();
  }, ms);
  const end = (): void => {
    clock.clearTimeout(handle);
    resolve();
  };
  work.catch(reject).then(end);
  return [promise, end];
}

/** Runs the steps: answers at once if nothing had to be waited for, and throws at once as well. */
export function runSteps<T>(steps: Steps<T>): MaybePromise<T> {
  const first = steps.next();
  return first.done === true ? first.value : resumed(steps, first.value);
}

async function resumed<T>(steps: Steps<T>, pending: PromiseLike<unknown>): Promise<T> {
  let waitedFor = pending;
  for (;;) {
    let value: unknown;
    let next: IteratorResult<PromiseLike<unknown>, T>;
    try {
      value = await waitedFor;
    } catch (error) {
      next = steps.throw(error);
      if (next.done === true) return next.value;
      waitedFor = next.value;
      continue;
    }
    next = steps.next(value);
    if (next.done === true) return next.value;
    waitedFor = next.value;
  }
}
