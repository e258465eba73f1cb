/**
 * @module
 * One test of the timer suite, and what it works with: a timer on a watched clock, a record of what it woke, and time
 * that passes, on a manual clock at once and on a real one by waiting.
 */

import type {
  Clock,
  DeadlineTimer,
  Delivery,
  MaybePromise,
  NegotiationStore,
  WakeUp,
  WakeUpHandler,
} from "../../ports/index.js";
import { systemClock } from "../../service/timing/index.js";
import { assert, assertEqual, present, type SuiteTest, type TestProcess } from "../harness/index.js";

/** What a timer is made with. */
export interface TimerSetup {
  readonly clock: Clock;
  /** Where to sweep; without one there is no sweep. */
  readonly store?: NegotiationStore | undefined;
  /** Ms between two looks into the store: 200. */
  readonly sweepIntervalMs: number;
  /** Ms for which a row found is nobody else's: 1,000. */
  readonly leaseMs: number;
  /** Hears what handlers throw. */
  readonly onError: (error: unknown) => void;
}

/** What the author of a timer provides. */
export interface TimerProvider {
  /** The clock of one test: a `ManualClock`, or the real one for a timer that cannot do with another. */
  readonly clock: () => Clock;
  readonly create: (setup: TimerSetup) => MaybePromise<DeadlineTimer>;
  /** Ends the timer as the end of its process would, and makes the one of the next process. */
  readonly restart?: ((timer: DeadlineTimer, setup: TimerSetup) => MaybePromise<DeadlineTimer>) | undefined;
  /** Starts a process that makes a timer on the real clock and calls `runTimerProcess` with the job. */
  readonly spawnProcess?: ((job: string) => MaybePromise<TestProcess>) | undefined;
  /** Ends the timer. */
  readonly destroy: (timer: DeadlineTimer) => MaybePromise<void>;
  /** Ms after its instant by which a wake-up has come. @default 0 */
  readonly latenessMs?: number | undefined;
  /** Whether a wake-up may come more than once. @default false */
  readonly mayRepeat?: boolean | undefined;
  /** Whether one that was replaced or disarmed may still come. @default false */
  readonly mayWakeStale?: boolean | undefined;
}

/** What a test may need beyond a timer. */
export type TimerNeed = "restart" | "spawnProcess" | "a manual clock";

/** A wake-up as it came; `at` is when, in epoch ms. */
export type Woken = Pick<WakeUp, "id" | "version" | "roomId" | "at">;

/** How a timer is started. */
interface StartOptions {
  readonly store?: NegotiationStore | undefined;
  readonly handler?: WakeUpHandler | undefined;
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A timer that was started, and what it woke. */
interface StartedTimer {
  readonly timer: DeadlineTimer;
  readonly delivery: Delivery;
  readonly woken: readonly Woken[];
}

/** The timers of one test. */
export class TimerLab {
  readonly clock: WatchedClock;
  /** Ms by which a wake-up may be late. */
  readonly latenessMs: number;
  /** Whether a wake-up may come more than once; it is heard once all the same. */
  readonly mayRepeat: boolean;
  readonly #provider: TimerProvider;
  readonly #given: Clock;
  readonly #timers = new Set<DeadlineTimer>();
  readonly #processes = new Set<TestProcess>();
  /** The version that each id was armed with last; none when it is disarmed. */
  readonly #armed = new Map<string, number | null>();

  constructor(provider: TimerProvider) {
    this.#provider = provider;
    this.latenessMs = provider.latenessMs ?? 0;
    this.mayRepeat = provider.mayRepeat ?? false;
    this.#given = provider.clock();
    this.clock = new WatchedClock(this.#given);
  }

  /** A timer with nobody listening yet. */
  async open(options: StartOptions = {}): Promise<DeadlineTimer> {
    const timer = await this.#provider.create(this.#setup(options));
    this.#timers.add(timer);
    return timer;
  }

  /** A timer with one handler for all rooms, and a record of what it is called with. */
  async start(options: StartOptions = {}): Promise<StartedTimer> {
    return this.listen(await this.open(options), options.handler);
  }

  /** Starts a timer that was opened. */
  async listen(timer: DeadlineTimer, handler?: WakeUpHandler): Promise<StartedTimer> {
    const woken: Woken[] = [];
    const delivery = await timer.start((one) => {
      this.#hear(woken, one);
      return handler?.(one);
    });
    return { timer, delivery, woken };
  }

  /** The timer of the next process. */
  async restart(timer: DeadlineTimer, options: StartOptions = {}): Promise<DeadlineTimer> {
    const restarted = await present(this.#provider.restart, "restart")(timer, this.#setup(options));
    this.#timers.delete(timer);
    this.#timers.add(restarted);
    return restarted;
  }

  /** A process that does a job. */
  async startProcess(job: string): Promise<TestProcess> {
    const started = await present(this.#provider.spawnProcess, "spawnProcess")(job);
    this.#processes.add(started);
    return started;
  }

  /** Arms with the usual rest. */
  async arm(timer: DeadlineTimer, id: string, at: number, over: Partial<WakeUp> = {}): Promise<void> {
    const wakeUp = wakeUpOf(id, at, over);
    this.#armed.set(id, at === Number.POSITIVE_INFINITY ? null : wakeUp.version);
    await timer.arm(wakeUp);
  }

  async disarm(timer: DeadlineTimer, id: string): Promise<void> {
    this.#armed.set(id, null);
    await timer.disarm(id);
  }

  /** Lets time pass, and as much more as what is due by then may be late. */
  async pass(ms: number): Promise<void> {
    const allMs = ms + this.latenessMs;
    if (isManual(this.#given)) await this.#given.advance(allMs);
    else await pause(allMs);
  }

  /** The manual clock under the watched one. */
  get manual(): ManualTime {
    if (isManual(this.#given)) return this.#given;
    throw new Error("Expected a manual clock, got another one. Skip this test.");
  }

  /** Ends it all, so that the next test finds nothing. */
  async close(): Promise<void> {
    for (const one of this.#processes) await one.kill();
    for (const timer of this.#timers) await this.#provider.destroy(timer);
    this.#processes.clear();
    this.#timers.clear();
  }

  #setup({ store, onError = () => {} }: StartOptions): TimerSetup {
    return { clock: this.clock, store, sweepIntervalMs: SWEEP_MS, leaseMs: LEASE_MS, onError };
  }

  /** Without what this timer may wake as well. */
  #hear(woken: Woken[], { id, version, roomId }: Pick<WakeUp, "id" | "version" | "roomId">): void {
    const { mayWakeStale = false } = this.#provider;
    const isKnown = woken.some((one) => one.id === id && one.version === version);
    const armed = this.#armed.get(id);
    const isStale = armed !== undefined && armed !== version;
    if ((this.mayRepeat && isKnown) || (mayWakeStale && isStale)) return;
    woken.push({ id, version, roomId, at: this.clock.now() });
  }
}

/** Milliseconds between two sweeps of a timer under test. */
export const SWEEP_MS = 200;

/** Milliseconds of a lease of a timer under test. */
export const LEASE_MS = 1_000;

/** A wake-up with the usual rest. */
export function wakeUpOf(id: string, at: number, over: Partial<WakeUp> = {}): WakeUp {
  return { id, version: 0, roomId: "room-1", at, keepsProcessAlive: false, ...over };
}

/** Waits on the real clock. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    systemClock.setTimeout(resolve, ms);
  });
}

/** A clock of which a test makes the time. */
interface ManualTime extends Clock {
  advance(ms: number): Promise<void>;
  set(at: number): void;
}

/** Whether a test makes the time of this clock. */
export function isManual(clock: Clock): clock is ManualTime {
  return "advance" in clock && typeof clock.advance === "function" && "set" in clock;
}

/** The number of a test. @see docs/requirements/storage.md, section 10 */
export type TimerTestId =
  | `TT-0${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | `TT-1${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | "TT-20";

/** A test of the timer suite. */
export type TimerCase = SuiteTest<TimerTestId, TimerLab, TimerNeed>;

/** A test of a timer. */
export function timerCase(
  id: TimerTestId,
  title: string,
  run: (lab: TimerLab) => Promise<void>,
  needs: readonly TimerNeed[] = [],
): TimerCase {
  return { id, title, needs, run };
}

/** What was expected to wake, and when at the earliest; epoch ms. */
interface ExpectedWakeUp {
  readonly id: string;
  readonly at: number;
  readonly version?: number;
}

/** Passes when exactly these woke, in any order, each at its instant or at most so late as the timer may be. */
export function expectWoken(
  lab: TimerLab,
  woken: readonly Woken[],
  expected: readonly ExpectedWakeUp[],
): void {
  const named = (one: ExpectedWakeUp): string => `${one.id} of version ${one.version ?? 0}`;
  assertEqual(woken.map(named).sort(), expected.map(named).sort(), "what woke");
  for (const one of expected) {
    const at = woken.find((other) => named(other) === named(one))?.at ?? 0;
    const lateMs = at - one.at;
    assert(lateMs >= 0, `Expected ${named(one)} to wake at its instant, got it ${-lateMs} ms before.`);
    assert(
      lateMs <= lab.latenessMs,
      `Expected ${named(one)} to wake within ${lab.latenessMs} ms of its instant, got it after ${lateMs} ms.`,
    );
  }
}

/** The ids of what woke, in order. */
export function idsOf(woken: readonly { readonly id: string }[]): readonly string[] {
  return woken.map(({ id }) => id);
}

/** Another clock, watched. */
class WatchedClock implements Clock {
  readonly #clock: Clock;
  readonly #pending = new Set<unknown>();
  #longestMs = 0;
  #turnCount = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How many timers wait. */
  get pendingCount(): number {
    return this.#pending.size;
  }

  /** The longest time in ms that was asked for. */
  get longestMs(): number {
    return this.#longestMs;
  }

  /** How many callbacks have been called: each is a turn of the event loop of its own. */
  get turnCount(): number {
    return this.#turnCount;
  }

  now(): number {
    return this.#clock.now();
  }

  setTimeout(callback: () => void, ms: number): unknown {
    this.#longestMs = Math.max(this.#longestMs, ms);
    const handle = this.#clock.setTimeout(() => {
      this.#pending.delete(handle);
      this.#turnCount++;
      callback();
    }, ms);
    this.#pending.add(handle);
    return handle;
  }

  clearTimeout(handle: unknown): void {
    this.#pending.delete(handle);
    this.#clock.clearTimeout(handle);
  }
}
