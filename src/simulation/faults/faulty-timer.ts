/**
 * @module
 * The service's own timer with wake-ups that are lost, repeated, swapped, early, late or of an old version.
 */

import type { DeadlineTimer, Delivery, MaybePromise, WakeUp, WakeUpHandler } from "../../ports/index.js";
import { isPromise } from "../../service/queue/index.js";
import type { RandomStream } from "../../testing/harness/index.js";
import type { EventLoop, LoopEvent, NodeLife, Trace } from "../nodes/index.js";
import type { Faults } from "./faults.js";

/** What unreliable wake-ups are made of. */
export interface FaultyTimerOptions {
  readonly inner: DeadlineTimer;
  readonly life: NodeLife;
  readonly loop: EventLoop;
  readonly faults: Faults;
  readonly random: RandomStream;
  readonly trace: Trace;
}

type Woken = Parameters<WakeUpHandler>[0];

/** A timer that keeps the promises of its port, and not one more. */
export class FaultyTimer implements DeadlineTimer {
  readonly #options: FaultyTimerOptions;

  constructor(options: FaultyTimerOptions) {
    this.#options = options;
  }

  arm(wakeUp: WakeUp): MaybePromise<void> {
    const { inner, life, faults, random } = this.#options;
    if (!life.acts("armed a wake-up")) return;
    const isEarly = faults.occurs("timerEarly", random, life.name);
    const isLate = faults.occurs("timerLate", random, life.name);
    const early = isEarly ? random.integer(1, 200) : 0;
    const late = isLate ? random.integer(1, 500) : 0;
    return inner.arm({ ...wakeUp, at: Math.max(wakeUp.at - early + late, 0) });
  }

  disarm(id: string): MaybePromise<void> {
    const { inner, life } = this.#options;
    return life.acts("disarmed") ? inner.disarm(id) : undefined;
  }

  start(handler: WakeUpHandler, scope?: { readonly roomId: string }): MaybePromise<Delivery> {
    const { inner, loop } = this.#options;
    const delayed = new Set<LoopEvent>();
    const started = inner.start((woken) => this.#deliver(woken, handler, delayed), scope);
    const withDelayed = (delivery: Delivery): Delivery => ({
      stop: () => {
        for (const event of delayed) loop.cancel(event);
        delayed.clear();
        return delivery.stop();
      },
    });
    return isPromise(started) ? started.then(withDelayed) : withDelayed(started as Delivery);
  }

  #deliver(woken: Woken, handler: WakeUpHandler, delayed: Set<LoopEvent>): MaybePromise<void> {
    const { life, loop, faults, random, trace } = this.#options;
    if (!life.acts("woke")) return;
    trace.add(loop.now, life.name, "woken", woken.id, woken.version);
    const [isLost, isRepeated, isSwapped, isOld] = DELIVERY_FAULTS.map((kind) =>
      faults.occurs(kind, random, life.name),
    );
    const afterMs = random.integer(1, 60);
    const later = (what: Woken): void => {
      const event = loop.schedule(afterMs, () => {
        delayed.delete(event);
        if (!life.acts("woke")) return;
        trace.add(loop.now, life.name, "woken", what.id, what.version);
        // What a handler throws is the business of the timer, which has handed this one out already.
        void Promise.resolve(handler(what)).catch(() => {});
      });
      delayed.add(event);
    };
    if (isLost) return;
    if (isRepeated) later(woken);
    if (isOld) later({ ...woken, version: Math.max(woken.version - 1, 0) });
    if (isSwapped) {
      // Others that fall due meanwhile overtake it.
      later(woken);
      return;
    }
    return handler(woken);
  }
}

const DELIVERY_FAULTS = ["timerDrop", "timerDuplicate", "timerReorder", "timerOldVersion"] as const;
