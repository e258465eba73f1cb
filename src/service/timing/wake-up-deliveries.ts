/**
 * @module
 * Who hears of a wake-up: the handlers of its room, or else those of no room in particular. A handler
 * that throws hurts no other, and one that is stopped is not called again. When is the timer's affair.
 */

import type { Delivery, MaybePromise, WakeUp, WakeUpHandler } from "../../ports/index.js";
import { type Deferred, deferred } from "../queue/index.js";

/** Those who take the same wake-ups, and how much is armed for them (the timer counts). */
export interface Audience {
  /** `null`: every room that has no audience of its own. */
  readonly roomId: string | null;
  handlers: readonly Subscription[];
  /** False once the last has stopped and nobody else takes over: what is armed for it is forgotten. */
  isOpen: boolean;
  armedCount: number;
  /** How many of these keep the process alive. */
  vitalCount: number;
}

/** One started handler. */
export interface Subscription {
  readonly handler: WakeUpHandler;
  isStopped: boolean;
  runningCount: number;
  /** Set while `stop()` waits for running calls. */
  idle: Deferred<void> | null;
}

/** The started handlers of a timer. */
export class WakeUpDeliveries {
  readonly #rooms = new Map<string, Audience>();
  #others: Audience = newAudience(null);
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Whether nobody listens. */
  get isEmpty(): boolean {
    return this.#rooms.size === 0 && this.#others.handlers.length === 0;
  }

  /** The rooms that are listened to; `undefined` when somebody listens to all. */
  roomIds(): readonly string[] | undefined {
    return this.#others.handlers.length > 0 ? undefined : [...this.#rooms.keys()];
  }

  /** Who takes the wake-ups of a room; perhaps nobody, yet. */
  audienceOf(roomId: string): Audience {
    return this.#rooms.get(roomId) ?? this.#others;
  }

  /** Adds a handler, of one room or of all others. `onClosed` hears of an audience that came to its end. */
  start(
    handler: WakeUpHandler,
    roomId: string | undefined,
    onClosed: (audience: Audience) => void,
  ): Delivery {
    const subscription: Subscription = { handler, isStopped: false, runningCount: 0, idle: null };
    const audience = roomId === undefined ? this.#others : (this.#rooms.get(roomId) ?? newAudience(roomId));
    if (audience.roomId !== null) this.#rooms.set(audience.roomId, audience);
    audience.handlers = [...audience.handlers, subscription];
    return {
      stop: () => {
        if (!subscription.isStopped) {
          subscription.isStopped = true;
          this.#remove(subscription, audience);
          if (audience.handlers.length === 0) onClosed(audience);
        }
        return settled(subscription);
      },
    };
  }

  /**
   * Calls the handlers of that room.
   *
   * @returns how many were called
   */
  deliver(id: string, version: number, roomId: string): number {
    const { handlers } = this.audienceOf(roomId);
    let count = 0;
    for (const subscription of handlers) {
      if (subscription.isStopped) continue;
      count++;
      this.#call(subscription, { id, version, roomId });
    }
    return count;
  }

  #remove(subscription: Subscription, audience: Audience): void {
    audience.handlers = audience.handlers.filter((other) => other !== subscription);
    if (audience.handlers.length > 0) return;
    if (audience.roomId === null) {
      audience.isOpen = false;
      this.#others = newAudience(null);
    } else {
      this.#rooms.delete(audience.roomId);
      // Who listens to all other rooms takes over what is armed for this one.
      audience.isOpen = this.#others.handlers.length > 0;
    }
  }

  #call(subscription: Subscription, wakeUp: Pick<WakeUp, "id" | "version" | "roomId">): void {
    subscription.runningCount++;
    let answer: MaybePromise<void>;
    try {
      answer = subscription.handler(wakeUp);
    } catch (error) {
      this.#ended(subscription, { error });
      return;
    }
    if (answer === undefined) this.#ended(subscription);
    else {
      Promise.resolve(answer).then(
        () => this.#ended(subscription),
        (error: unknown) => this.#ended(subscription, { error }),
      );
    }
  }

  #ended(subscription: Subscription, failure?: { readonly error: unknown }): void {
    subscription.runningCount--;
    if (subscription.runningCount === 0) subscription.idle?.resolve();
    if (failure !== undefined) this.#onError(failure.error);
  }
}

function newAudience(roomId: string | null): Audience {
  return { roomId, handlers: [], isOpen: true, armedCount: 0, vitalCount: 0 };
}

function settled(subscription: Subscription): MaybePromise<void> {
  if (subscription.runningCount === 0) return undefined;
  subscription.idle ??= deferred();
  return subscription.idle.promise;
}
