/**
 * @module
 * The one event loop of a world: a heap of (instant, sequence) and a virtual now. An event runs, then
 * promises settle until quiet, then comes the next. No real time passes and nothing runs beside it.
 */

import { DeadlineHeap } from "../../core/deadlines/index.js";

/** Something that is to happen; only handed back to `cancel`. */
export interface LoopEvent {
  /** Virtual epoch ms. */
  readonly at: number;
  readonly order: number;
  /** Whether it settles no promise, so that there is nothing to wait for after it. */
  readonly isSilent: boolean;
  /** `undefined` once it has run or was cancelled. */
  run: (() => void) | undefined;
}

/** Virtual time, and what happens in it. */
export class EventLoop {
  readonly #queue = new DeadlineHeap<LoopEvent>((event) => event.run !== undefined);
  #now: number;
  #orders = 0;
  #eventCount = 0;
  /** Events in a row at one instant. */
  #standstill = 0;
  /** How often a port was used: a sign that somebody is still at work. */
  #uses = 0;
  /** Answers of a real, asynchronous store: virtual time waits for them. */
  readonly #held = new Set<PromiseLike<unknown>>();

  /** @param startAt - virtual epoch ms */
  constructor(startAt: number) {
    this.#now = startAt;
  }

  /** Virtual epoch ms, which no skew touches. */
  get now(): number {
    return this.#now;
  }

  /** How many events have run. */
  get eventCount(): number {
    return this.#eventCount;
  }

  /** Says that somebody is at work, so that the drain goes on. */
  touch(): void {
    this.#uses++;
  }

  /**
   * Lets something happen `ms` from now, after what was scheduled for that instant before.
   *
   * @param kind - `silent` for what settles no promise: the drain after it is spared
   */
  schedule(ms: number, run: () => void, kind?: "silent"): LoopEvent {
    this.#uses++;
    const isSilent = kind === "silent";
    const event: LoopEvent = { at: this.#now + ms, order: ++this.#orders, isSilent, run };
    this.#queue.push(event);
    return event;
  }

  /** Idempotent. */
  cancel(event: LoopEvent): void {
    event.run = undefined;
  }

  /** Resolves `ms` later. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.schedule(ms, resolve);
    });
  }

  /** Lets no virtual time pass before a real answer has come. */
  hold(answer: PromiseLike<unknown>): void {
    const release = (): void => {
      this.#held.delete(answer);
      this.#uses++;
    };
    this.#held.add(answer);
    answer.then(release, release);
  }

  /**
   * Runs what happens until that instant, inclusive.
   *
   * @param isOver - asked after each event; true ends the run there
   * @param pause - waits for a turn of the platform's own event loop, while real answers are held for
   * @throws {Error} `microtask storm` when promises keep each other going for ever, `event storm` when
   *   events do and no time passes
   */
  async run(until: number, isOver: () => boolean, pause: () => Promise<void>): Promise<void> {
    let isQuiet = false;
    for (;;) {
      // In place rather than in a method, whose promise would cost as much as a turn.
      let uses = this.#uses;
      for (let turn = 0, quiet = 0; !isQuiet && quiet < QUIET_TURNS; turn++, quiet++) {
        if (turn === MOST_TURNS) throw new Error(`microtask storm at ${this.#now}`);
        await undefined;
        if (uses === this.#uses) continue;
        uses = this.#uses;
        quiet = 0;
      }
      if (this.#held.size > 0) {
        await pause();
        isQuiet = false;
        continue;
      }
      if (isOver()) return;
      const event = this.#queue.peek();
      if (event === undefined || event.at > until) break;
      this.#queue.pop();
      this.#standstill = event.at === this.#now ? this.#standstill + 1 : 0;
      if (this.#standstill > MOST_AT_ONCE) throw new Error(`event storm at ${this.#now}`);
      this.#now = event.at;
      this.#eventCount++;
      const { run } = event;
      event.run = undefined;
      run?.();
      isQuiet = event.isSilent;
    }
    this.#now = Math.max(this.#now, until);
  }
}

/** Chosen: a hundred times what a world of four negotiations has ever had. */
const MOST_AT_ONCE = 10_000;

/** SM-3. */
const MOST_TURNS = 1_000;

/**
 * Promises count as settled after so many turns of the microtask queue without the use of a port. Chosen:
 * twice the service's longest chain between two uses, which took 8 turns (measured over 600 worlds).
 */
const QUIET_TURNS = 16;
