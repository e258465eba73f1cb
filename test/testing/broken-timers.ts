/**
 * @module
 * A broken timer for each test of the timer suite (ST-102): what is wrong with it, as a sentence that goes on
 * after "a timer that", and how.
 */

import type { Clock, DeadlineTimer, NegotiationStore, WakeUp, WakeUpHandler } from "../../src/ports/index.js";
import { WakeUpTimer } from "../../src/service/timing/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import type { TestProcess } from "../../src/testing/harness/index.js";
import type { TimerProvider, TimerSetup, TimerTestId } from "../../src/testing/timers/index.js";
import type { TimerJob } from "../../src/testing/timers/timer-suite-service.js";
import { overriding } from "../kit/wrapped-store.js";

/** What is wrong, and what a provider then provides. */
export type BrokenTimer = readonly [what: string, parts: Partial<TimerProvider>];

/** All that a provider may provide, over the timer of the service. */
export function soundTimers(parts: Partial<TimerProvider> = {}): TimerProvider {
  return {
    clock: () => new ManualClock(),
    create: (setup) => new WakeUpTimer(setup),
    restart: (_, setup) => new WakeUpTimer(setup),
    spawnProcess: (job) => processThat(JSON.parse(job) as TimerJob),
    destroy: () => {},
    ...parts,
  };
}

/** By the id of the test that has to catch it. */
export const BROKEN_TIMERS: Readonly<Record<TimerTestId, BrokenTimer>> = {
  "TT-01": broken("wakes a millisecond early", (timer) => ({
    arm: (wakeUp) => timer.arm({ ...wakeUp, at: Math.max(0, wakeUp.at - 1) }),
  })),
  "TT-02": broken("keeps the sooner of two", (timer) => {
    const soonest = new Map<string, number>();
    return {
      arm: (wakeUp) => {
        const at = Math.min(wakeUp.at, soonest.get(wakeUp.id) ?? wakeUp.at);
        soonest.set(wakeUp.id, at);
        return timer.arm({ ...wakeUp, at });
      },
    };
  }),
  "TT-03": broken("disarms nothing", () => ({ disarm: () => {} })),
  "TT-04": broken("counts each arming", (timer) => {
    let count = 0;
    return {
      arm: (wakeUp) => timer.arm({ ...wakeUp, id: `${wakeUp.id}#${++count}` }),
      start: (handler, scope) =>
        timer.start(({ id, ...one }) => handler({ ...one, id: id.replace(/#\d+$/, "") }), scope),
    };
  }),
  "TT-05": broken("wakes inside arm what is past", (timer, { clock }) => {
    let handle: WakeUpHandler = () => {};
    return {
      arm: (wakeUp) => (wakeUp.at <= clock.now() ? handle(wakeUp) : timer.arm(wakeUp)),
      start: (handler, scope) => {
        handle = handler;
        return timer.start(handler, scope);
      },
    };
  }),
  "TT-06": ["waits no longer than a platform can", { create: ({ clock }) => new NaiveTimer(clock) }],
  "TT-07": broken("takes Infinity for now", (timer, { clock }) => ({
    arm: (wakeUp) =>
      timer.arm(wakeUp.at === Number.POSITIVE_INFINITY ? { ...wakeUp, at: clock.now() } : wakeUp),
  })),
  "TT-08": ["wakes by id", { create: ({ clock }) => new NaiveTimer(clock, { isSorted: true }) }],
  "TT-09": ["has a platform timer for each", { create: ({ clock }) => new NaiveTimer(clock) }],
  "TT-10": broken("does not wait for running handlers", (timer) => ({
    start: async (handler, scope) => {
      const delivery = await timer.start(handler, scope);
      return { stop: () => void delivery.stop() };
    },
  })),
  "TT-11": [
    "forgets the store when it is restarted",
    { restart: (_, { store, ...setup }) => new WakeUpTimer(setup) },
  ],
  "TT-12": broken("wakes nothing after a handler threw", (timer) => {
    let hasFailed = false;
    return {
      start: (handler, scope) =>
        timer.start((one) => {
          if (hasFailed) return undefined;
          try {
            return handler(one);
          } catch (error) {
            hasFailed = true;
            throw error;
          }
        }, scope),
    };
  }),
  "TT-13": broken("calls nobody", (timer) => ({ start: (_, scope) => timer.start(() => {}, scope) })),
  "TT-14": [
    "keeps every process alive",
    {
      spawnProcess: (job) => processThat({ ...(JSON.parse(job) as TimerJob), keepsProcessAlive: true }, 700),
    },
  ],
  "TT-15": ["trusts the time that it was told to wait", { create: ({ clock }) => new NaiveTimer(clock) }],
  "TT-16": broken("tells every handler everything", (timer) => ({
    start: (handler) => timer.start(handler),
  })),
  "TT-17": ["sweeps nothing", { create: ({ store, ...setup }) => new WakeUpTimer(setup) }],
  "TT-18": [
    "looks only for what fell due since it looked last",
    {
      create: (setup) =>
        new WakeUpTimer(setup.store === undefined ? setup : { ...setup, store: sinceLastTime(setup.store) }),
    },
  ],
  "TT-19": broken("disarms what it has woken when the handler has ended", (timer) => ({
    start: (handler, scope) =>
      timer.start(async (one) => {
        await handler(one);
        await timer.disarm(one.id);
      }, scope),
  })),
  "TT-20": [
    "wakes all that is due in one turn",
    { create: ({ clock }) => new NaiveTimer(clock, { isSorted: true }) },
  ],
};

type Overrides = Partial<DeadlineTimer>;

function broken(
  what: string,
  overrides: (timer: DeadlineTimer, setup: TimerSetup) => Overrides,
): BrokenTimer {
  return [
    what,
    {
      create: (setup) => {
        const timer = new WakeUpTimer(setup);
        const sound: DeadlineTimer = {
          arm: (wakeUp) => timer.arm(wakeUp),
          disarm: (id) => timer.disarm(id),
          start: (handler, scope) => timer.start(handler, scope),
        };
        return { ...sound, ...overrides(timer, setup) };
      },
    },
  ];
}

/** A platform timer for each wake-up, or, sorted by id, one for each instant. */
class NaiveTimer implements DeadlineTimer {
  readonly #clock: Clock;
  readonly #isSorted: boolean;
  readonly #pending = new Map<string, unknown>();
  readonly #instants = new Map<number, WakeUp[]>();
  #handler: WakeUpHandler = () => {};

  constructor(clock: Clock, { isSorted = false } = {}) {
    this.#clock = clock;
    this.#isSorted = isSorted;
  }

  arm(wakeUp: WakeUp): void {
    this.disarm(wakeUp.id);
    const ms = Math.min(Math.max(0, wakeUp.at - this.#clock.now()), 2_147_483_647);
    if (!this.#isSorted) {
      this.#pending.set(
        wakeUp.id,
        this.#clock.setTimeout(() => void this.#handler(wakeUp), ms),
      );
      return;
    }
    const known = this.#instants.get(wakeUp.at);
    if (known !== undefined) known.push(wakeUp);
    else {
      const group = [wakeUp];
      this.#instants.set(wakeUp.at, group);
      this.#clock.setTimeout(() => {
        group.sort((one, other) => (one.id < other.id ? -1 : 1));
        for (const one of group) void this.#handler(one);
      }, ms);
    }
  }

  disarm(id: string): void {
    this.#clock.clearTimeout(this.#pending.get(id));
    this.#pending.delete(id);
  }

  start(handler: WakeUpHandler) {
    this.#handler = handler;
    return {
      stop: () => {
        this.#handler = () => {};
      },
    };
  }
}

function sinceLastTime(store: NegotiationStore): NegotiationStore {
  let lastAt = 0;
  return overriding(store, {
    claimDue: async (inner, query) => {
      const claims = await inner.claimDue(query);
      const fresh = claims.filter(({ deadline }) => deadline.at > lastAt);
      lastAt = query.now;
      return fresh;
    },
  });
}

/** What a process would do, without one. */
function processThat({ keepsProcessAlive, inMs }: TimerJob, mostMs = inMs): TestProcess {
  const lines = keepsProcessAlive ? ["armed", "woken"] : ["armed"];
  let given = 0;
  return {
    nextLine: async () => {
      if (given === 1 && keepsProcessAlive) {
        await new Promise((resolve) => setTimeout(resolve, Math.min(inMs, mostMs)));
      }
      return lines[given++] ?? null;
    },
    kill: () => {},
  };
}
