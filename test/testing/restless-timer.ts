/**
 * @module
 * A timer that promises as little as the port allows: it is late, wakes twice, and wakes what was replaced or
 * disarmed as well.
 */

import type { Clock, DeadlineTimer, Delivery, WakeUp, WakeUpHandler } from "../../src/ports/index.js";
import { WakeUpTimer } from "../../src/service/timing/index.js";
import type { TimerSetup } from "../../src/testing/timers/index.js";

/** Ms by which it is late. */
export const LATENESS_MS = 40;

/** Over a `WakeUpTimer` that knows each arming by a name of its own. */
export class RestlessTimer implements DeadlineTimer {
  readonly #timer: WakeUpTimer;
  readonly #handlers = new Set<WakeUpHandler>();
  readonly #armed: WakeUp[] = [];
  #count = 0;

  constructor(clock: Clock, setup?: TimerSetup) {
    this.#timer = new WakeUpTimer(setup ?? { clock });
  }

  async arm(wakeUp: WakeUp): Promise<void> {
    const { at } = wakeUp;
    if (at === Number.POSITIVE_INFINITY) return;
    this.#armed.push(wakeUp);
    const isSound = Number.isInteger(at) && at >= 0;
    for (let times = 0; times < 2; times++) {
      const id = `${wakeUp.id}#${++this.#count}`;
      this.#timer.arm({ ...wakeUp, id, at: isSound ? at + LATENESS_MS - times : at });
    }
  }

  async disarm(): Promise<void> {}

  async start(handler: WakeUpHandler, scope?: { readonly roomId: string }): Promise<Delivery> {
    this.#handlers.add(handler);
    return this.#timer.start((one) => handler({ ...one, id: one.id.replace(/#\d+$/, "") }), scope);
  }

  /** Wakes all that was ever armed, twice. */
  wakeAll(): void {
    for (const { id, version, roomId } of this.#armed) {
      for (const handler of this.#handlers) {
        void handler({ id, version, roomId });
        void handler({ id, version, roomId });
      }
    }
  }
}
