/**
 * @module
 * One command at a time for each negotiation, in the order in which they came, and bounded. While the
 * events of a commit are being told the whole queue holds, so that a listener's command runs after them.
 */

import type { MaybePromise } from "../../ports/index.js";
import { PassingMap } from "./passing-map.js";
import { isPromise } from "./sync-or-async.js";

/** So many commands of one party may wait on one negotiation; one more is refused as `queue_full`. */
export const MAX_WAITING = 100;

/**
 * Runs tasks one at a time for each key; a task for an idle key runs at once, before `run` returns.
 *
 * Keeps nothing for idle keys.
 */
export class SerialQueue {
  readonly #lanes = new PassingMap<string, Lane>();
  /** The keys whose tasks wait for nothing but `release`, in the order of arrival. */
  readonly #held: string[] = [];
  readonly #beside = new Set<Promise<unknown>>();
  #holds = 0;
  #isReleasing = false;

  /** Whether one more task of this party for this key would be one too many. */
  isFull(key: string, partyId: string | null): boolean {
    const waiting = this.#lanes.get(key)?.waiting;
    return waiting !== undefined && waiting.filter((task) => task.partyId === partyId).length >= MAX_WAITING;
  }

  /** Whether a task for this key would run at once. */
  isFree(key: string): boolean {
    return this.#holds === 0 && this.#lanes.get(key) === undefined;
  }

  /** How many keys have running or waiting tasks, and how much work goes on beside them. */
  get busyCount(): number {
    return this.#lanes.size + this.#beside.size;
  }

  /** The work: it holds up no key, and `idle` waits for it as well. */
  beside<T>(work: Promise<T>): Promise<T> {
    this.#beside.add(work);
    const done = (): void => void this.#beside.delete(work);
    work.then(done, done);
    return work;
  }

  /** The task's answer: at once if it could run at once and answered at once. @param partyId - whose place it takes */
  run<T>(key: string, task: () => MaybePromise<T>, partyId?: string | null): MaybePromise<T> {
    const lane = this.#lanes.get(key);
    if (lane !== undefined || this.#holds > 0) return this.#later(key, task, partyId);
    const running: Lane = { waiting: [] };
    this.#lanes.set(key, running);
    let answer: MaybePromise<T>;
    try {
      answer = task();
    } catch (error) {
      this.#next(key, running);
      throw error;
    }
    if (isPromise(answer)) return this.#finished(key, running, answer as PromiseLike<T>);
    this.#next(key, running);
    return answer;
  }

  /** Lets nothing new start until `release`; may be nested. */
  hold(): void {
    this.#holds += 1;
  }

  /** Ends a hold; when it was the last, the waiting tasks of idle keys start in the order of arrival. */
  release(): void {
    this.#holds -= 1;
    if (this.#holds > 0 || this.#held.length === 0 || this.#isReleasing) return;
    this.#isReleasing = true;
    try {
      // Also what is added meanwhile: in this loop, so that a chain of any length needs no deeper stack.
      for (let key = this.#held.shift(); key !== undefined; key = this.#held.shift()) {
        this.#next(key, this.#lanes.get(key) as Lane);
      }
    } finally {
      this.#isReleasing = false;
    }
  }

  /** Resolves when nothing runs or waits any more. */
  async idle(): Promise<void> {
    while (this.busyCount > 0) {
      const lanes = this.#lanes.keys().map((key) => this.run(key, () => undefined));
      await Promise.allSettled([...lanes, ...this.#beside]);
    }
  }

  #later<T>(key: string, task: () => MaybePromise<T>, partyId?: string | null): Promise<T> {
    let lane = this.#lanes.get(key);
    if (lane === undefined) {
      lane = { waiting: [] };
      this.#lanes.set(key, lane);
      this.#held.push(key);
    }
    const { waiting } = lane;
    return new Promise<T>((resolve, reject) => {
      const start = (): PromiseLike<unknown> | undefined => {
        let answer: MaybePromise<T>;
        try {
          answer = task();
        } catch (error) {
          reject(error);
          return undefined;
        }
        resolve(answer);
        return isPromise(answer) ? answer : undefined;
      };
      waiting.push({ partyId, start });
    });
  }

  async #finished<T>(key: string, lane: Lane, answer: PromiseLike<T>): Promise<T> {
    try {
      return await answer;
    } finally {
      this.#next(key, lane);
    }
  }

  /** Starts the waiting tasks of a key until one has to be waited for; forgets the key when none is left. */
  #next(key: string, lane: Lane): void {
    for (;;) {
      if (this.#holds > 0 && lane.waiting.length > 0) {
        this.#held.push(key);
        return;
      }
      const task = lane.waiting.shift();
      if (task === undefined) {
        this.#lanes.delete(key);
        return;
      }
      const pending = task.start();
      if (pending !== undefined) {
        const goOn = (): void => this.#next(key, lane);
        pending.then(goOn, goOn);
        return;
      }
    }
  }
}

interface Lane {
  readonly waiting: Waiting[];
}

interface Waiting {
  /** Whose place it takes: `null` is the host's; `undefined` takes none. */
  readonly partyId: string | null | undefined;
  readonly start: () => PromiseLike<unknown> | undefined;
}
