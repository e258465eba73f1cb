/**
 * @module
 * The time of one turn: answers are raced against the call's signal and a limit, since a model that ignores its abort
 * signal would hang the turn. What comes late is dropped (AI-4).
 */

import type { AgentCall, Clock } from "../../../ports/index.js";

/** Races what is asked within one turn. */
export class TurnLimit {
  readonly #call: Pick<AgentCall, "signal">;
  readonly #clock: Clock;
  readonly #ms: number;
  readonly #endsAt: number;
  #controller: AbortController | undefined;

  /** @param ms - for all that is asked in this turn together, from now */
  constructor(call: Pick<AgentCall, "signal">, ms: number, clock: Clock) {
    this.#call = call;
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
   * What the answer comes to, if it does in time. The timer keeps the process alive, where the clock's timers do.
   *
   * @throws what the call's signal says when that aborts; an error when the time is up
   */
  async race<T>(given: PromiseLike<T>): Promise<T> {
    // Asked once, whatever its make: some begin anew whenever they are.
    const answer = Promise.resolve(given);
    let isThere = false;
    const settled = (): void => {
      isThere = true;
    };
    answer.then(settled, settled);
    // What is there at once, as a scripted model's answer is, needs neither a timer nor a listener.
    for (let step = 0; step < STEPS_AT_ONCE && !isThere; step += 1) await undefined;
    return isThere ? answer : this.#raced(answer);
  }

  #raced<T>(answer: Promise<T>): Promise<T> {
    const { signal } = this.#call;
    return new Promise((resolve, reject) => {
      const end = (): void => {
        this.#clock.clearTimeout(timer);
        signal.removeEventListener("abort", abort);
      };
      const give = (error: unknown): void => {
        end();
        this.#controller?.abort(error);
        reject(error);
      };
      const abort = (): void => give(signal.reason);
      const left = Math.max(0, this.#endsAt - this.#clock.now());
      const timer = this.#clock.setTimeout(() => give(timeout(this.#ms)), left);
      signal.addEventListener("abort", abort, { once: true });
      if (signal.aborted) abort();
      answer.finally(end).then(resolve, reject);
    });
  }
}

/** Chosen: so many promises may stand within each other in what answers at once. */
const STEPS_AT_ONCE = 8;

/** Whether it is a promise, of whatever make: one that is taken for an answer would be awaited behind the guard. */
export function isLater<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as Partial<PromiseLike<T>> | null | undefined)?.then === "function";
}

function timeout(ms: number): Error {
  return new DOMException(`Expected an answer of the model within ${ms} ms, got none.`, "TimeoutError");
}
