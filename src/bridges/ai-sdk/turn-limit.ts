/**
 * @module
 * The time of one turn: answers are raced against the call's signal and a limit, since a model that ignores its abort
 * signal would hang the turn. What comes late is dropped (AI-4).
 */

import type { Clock } from "../../ports/index.js";

/** Races what is asked within one turn. */
export class TurnLimit {
  readonly #signal: AbortSignal;
  readonly #clock: Clock;
  readonly #ms: number;
  readonly #endsAt: number;
  #controller: AbortController | undefined;

  /** @param ms - for all that is asked in this turn together, from now */
  constructor(signal: AbortSignal, ms: number, clock: Clock) {
    this.#signal = signal;
    this.#clock = clock;
    this.#ms = ms;
    this.#endsAt = clock.now() + ms;
  }

  /** Aborts as soon as nobody waits any more; made when it is first asked for. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }

  /**
   * What `answer` comes to, if it does in time. The timer keeps the process alive, where the clock's timers do.
   *
   * @throws what the call's signal says when that aborts; an error when the time is up
   */
  race<T>(answer: PromiseLike<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        this.#clock.clearTimeout(timer);
        this.#signal.removeEventListener("abort", abort);
      };
      const give = (error: unknown): void => {
        end();
        this.#controller?.abort(error);
        reject(error);
      };
      const abort = (): void => give(this.#signal.reason);
      const left = Math.max(0, this.#endsAt - this.#clock.now());
      const timer = this.#clock.setTimeout(() => give(new ModelTimeout(this.#ms)), left);
      this.#signal.addEventListener("abort", abort, { once: true });
      if (this.#signal.aborted) abort();
      answer.then(
        (value) => {
          end();
          resolve(value);
        },
        (error) => {
          end();
          reject(error);
        },
      );
    });
  }
}

/** Whether it is a promise, of whatever make: one that is taken for an answer would be awaited behind the guard. */
export function isLater<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as Partial<PromiseLike<T>> | null | undefined)?.then === "function";
}

/** The time of a turn is up. */
class ModelTimeout extends Error {
  override readonly name = "TimeoutError";

  constructor(ms: number) {
    super(`Expected an answer of the model within ${ms} ms, got none.`);
  }
}
