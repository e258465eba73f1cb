/**
 * @module
 * A clock for tests: time passes when the test says so, and what falls due runs in order, each at its
 * own instant, with its promises settled before the next. No real time passes.
 */

import { DeadlineHeap } from "../../core/deadlines/index.js";
import type { Clock } from "../../ports/index.js";

/** What `ManualClock.setTimeout` gives back. */
export interface ManualTimer {
  /** Whether a process would stay alive for it. */
  readonly isRef: boolean;
  ref(): ManualTimer;
  unref(): ManualTimer;
}

/**
 * A clock that stands still until it is advanced.
 *
 * As on a real machine there are two: the wall clock, which `now()` shows and `set` moves, and the steady
 * one, which timers run on. After `set` a timer still takes as long as it was asked to.
 *
 * @example
 * const clock = new ManualClock();
 * const room = new NegotiationService("market-7", { clock });
 * await room.createNegotiation("ada", "smith", { price: 40 });
 * await clock.advance(30_000); // the turn deadline falls due
 */
export class ManualClock implements Clock {
  readonly #pending = new Set<Timer>();
  readonly #queue = new DeadlineHeap<Timer>((timer) => this.#pending.has(timer));
  /** Ms on the steady clock. */
  #elapsedMs = 0;
  /** What the wall clock showed, or would have shown, when the steady one stood at 0. */
  #zeroAt: number;
  #timerCount = 0;
  /** Timers in a row that fired without time passing. */
  #standstill = 0;
  /** How often the clock was used: a sign that somebody is still at work. */
  #useCount = 0;

  /**
   * @param startAt - epoch ms
   * @throws {RangeError} when it is not an integer
   */
  constructor(startAt = 1_700_000_000_000) {
    this.#zeroAt = demandInteger("startAt", startAt, Number.MIN_SAFE_INTEGER);
  }

  /** Epoch ms. */
  now(): number {
    this.#useCount++;
    return this.#zeroAt + this.#elapsedMs;
  }

  /**
   * Calls back once, in a later `advance`.
   *
   * @throws {RangeError} when `ms` is not an integer from 0 to 2,147,483,647: platforms fire those at once
   */
  setTimeout(callback: () => void, ms: number): ManualTimer {
    this.#useCount++;
    demandInteger("ms", ms, 0, 2_147_483_647);
    const timer = new Timer(callback, this.#elapsedMs + ms, ++this.#timerCount);
    this.#pending.add(timer);
    this.#queue.push(timer);
    return timer;
  }

  /** Idempotent; what is no timer of this clock is ignored. */
  clearTimeout(handle: unknown): void {
    this.#useCount++;
    if (!(handle instanceof Timer) || !this.#pending.delete(handle)) return;
    if (this.#queue.size > 2 * this.#pending.size + 64) this.#queue.compact();
  }

  /** How many timers wait. */
  get pendingCount(): number {
    return this.#pending.size;
  }

  /** How many of those that wait would keep a process alive. */
  get refCount(): number {
    let count = 0;
    for (const timer of this.#pending) if (timer.isRef) count++;
    return count;
  }

  /**
   * Lets time pass: runs what falls due in the order of instant, then creation, also what is added
   * meanwhile. Promises settle before the first, between any two, and after the last.
   *
   * They count as settled when nobody used the clock for 100 turns of the microtask queue (chosen: every
   * step of a negotiation asks the clock). What waits for real input or output is not waited for.
   *
   * @throws {RangeError} when `ms` is not a non-negative integer
   * @throws {Error} when promises or timers keep each other going for ever; also what a callback throws,
   *   and the clock then stands at its instant
   */
  async advance(ms: number): Promise<void> {
    const until = this.#elapsedMs + demandInteger("ms", ms, 0);
    await this.#settle();
    for (let timer = this.#next(until); timer !== undefined; timer = this.#next(until)) {
      this.#run(timer);
      await this.#settle();
    }
    // A callback that advances the clock itself may have gone further.
    this.#elapsedMs = Math.max(this.#elapsedMs, until);
  }

  /** As `advance`, without letting promises settle. */
  advanceSync(ms: number): void {
    const until = this.#elapsedMs + demandInteger("ms", ms, 0);
    for (let timer = this.#next(until); timer !== undefined; timer = this.#next(until)) this.#run(timer);
    this.#elapsedMs = Math.max(this.#elapsedMs, until);
  }

  /**
   * Sets the wall clock forward or back. Nothing fires.
   *
   * @param at - epoch ms
   * @throws {RangeError} when it is not an integer
   */
  set(at: number): void {
    this.#zeroAt = demandInteger("at", at, Number.MIN_SAFE_INTEGER) - this.#elapsedMs;
  }

  #next(until: number): Timer | undefined {
    const timer = this.#queue.peek();
    return timer !== undefined && timer.at <= until ? timer : undefined;
  }

  #run(timer: Timer): void {
    this.#pending.delete(timer);
    this.#standstill = timer.at > this.#elapsedMs ? 0 : this.#standstill + 1;
    if (this.#standstill > ENDLESS)
      throw new Error(`Expected time to pass, ran ${ENDLESS} timers at ${this.now()}.`);
    this.#elapsedMs = timer.at;
    timer.callback();
  }

  async #settle(): Promise<void> {
    let useCount = this.#useCount;
    for (let turn = 0, quiet = 0; quiet < QUIET_TURNS; turn++, quiet++) {
      if (turn > ENDLESS)
        throw new Error(`Expected promises to settle within ${ENDLESS} turns at ${this.now()}.`);
      await undefined;
      if (useCount !== this.#useCount) quiet = 0;
      useCount = this.#useCount;
    }
  }
}

class Timer implements ManualTimer {
  readonly callback: () => void;
  /** Ms on the steady clock. */
  readonly at: number;
  readonly order: number;
  isRef = true;

  constructor(callback: () => void, at: number, order: number) {
    this.callback = callback;
    this.at = at;
    this.order = order;
  }

  ref(): ManualTimer {
    this.isRef = true;
    return this;
  }

  unref(): ManualTimer {
    this.isRef = false;
    return this;
  }
}

/** Chosen: a million of anything at one instant is a loop. */
const ENDLESS = 1_000_000;

const QUIET_TURNS = 100;

function demandInteger(name: string, value: number, least: number, most = Number.MAX_SAFE_INTEGER): number {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
  throw new RangeError(`Expected ${name} to be an integer from ${least} to ${most}, got ${value}.`);
}
