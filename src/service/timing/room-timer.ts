/**
 * @module
 * A room, or all rooms, and the timer that was given: arms what has a deadline, hears wake-ups from the first
 * negotiation on, and lets a timer that fails cost delay and nothing else (ST-30).
 */

import { NEVER, nextDeadline } from "../../core/deadlines/index.js";
import type { Negotiation } from "../../core/record/index.js";
import type { DeadlineTimer, Delivery, MaybePromise, WakeUp, WakeUpHandler } from "../../ports/index.js";
import type { Observers } from "../events/index.js";
import { isPromise } from "../queue/index.js";

/** The timer of a room, as the room uses it. */
export class RoomTimer {
  readonly #roomId: string | undefined;
  readonly #timer: DeadlineTimer;
  readonly #observers: Observers;
  readonly #handler: WakeUpHandler;
  #delivery: MaybePromise<Delivery> | undefined;

  /** @param roomId - `undefined` for all rooms that nobody else serves */
  constructor(
    roomId: string | undefined,
    timer: DeadlineTimer,
    observers: Observers,
    handler: WakeUpHandler,
  ) {
    this.#roomId = roomId;
    this.#timer = timer;
    this.#observers = observers;
    this.#handler = handler;
  }

  /**
   * Arms the earliest deadline, or the timeout of the agent that is called, whichever comes first.
   *
   * @param isAwaited - whether somebody waits for the outcome: then the process waits as well (EN-59)
   * @param notBefore - epoch ms: a deadline that has passed is looked at again then
   */
  arm(
    negotiation: Negotiation,
    call: { readonly timeoutAt: number | null } | undefined,
    isAwaited = false,
    notBefore = 0,
  ): void {
    const { id, version, roomId } = negotiation;
    const deadlineAt = Math.max(nextDeadline(negotiation)?.at ?? NEVER, notBefore);
    const at = Math.min(call?.timeoutAt ?? deadlineAt, deadlineAt);
    this.armAt({ id, version, roomId, at, keepsProcessAlive: isAwaited });
  }

  /** Arms any instant. */
  armAt(wakeUp: WakeUp): void {
    this.listen();
    this.#guarded("arm", wakeUp.id, () => this.#timer.arm(wakeUp));
  }

  disarm(id: string): void {
    this.#guarded("disarm", id, () => this.#timer.disarm(id));
  }

  /** Begins to hear wake-ups, with the first negotiation: the constructor does no I/O. */
  listen(): void {
    if (this.#delivery !== undefined) return;
    // One that cannot be started is started again with the next negotiation.
    const failed = (): void => {
      this.#delivery = undefined;
      this.#observers.warn("timer start failed", {});
    };
    const roomId = this.#roomId;
    try {
      const delivery = this.#timer.start(this.#handler, roomId === undefined ? undefined : { roomId });
      this.#delivery = delivery;
      if (isPromise(delivery)) delivery.then(undefined, failed);
    } catch {
      failed();
    }
  }

  /** Hears no more; resolves when running wake-ups have ended. */
  async stop(): Promise<void> {
    try {
      // Else what still runs, such as a resumption, would begin to hear.
      this.#delivery ??= { stop() {} };
      const delivery = this.#delivery;
      const started = isPromise(delivery) ? await delivery : delivery;
      await started?.stop();
    } catch {
      this.#observers.warn("timer stop failed", {});
    }
  }

  #guarded(what: string, negotiationId: string, action: () => MaybePromise<void>): void {
    const warn = (): void => this.#observers.warn(`timer ${what} failed`, { negotiationId });
    try {
      const answer = action();
      if (isPromise(answer)) answer.then(undefined, warn);
    } catch {
      warn();
    }
  }
}
