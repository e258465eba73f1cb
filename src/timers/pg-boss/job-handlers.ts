/**
 * @module
 * Who hears of a job: the handlers of its room, or else those of no room in particular. Unlike a timer of this
 * process, a job engine waits for them, so that a job is done when they are; but not for ever.
 */

import type { Clock, WakeUp, WakeUpHandler } from "../../ports/index.js";

/** Of which negotiation a handler hears. */
export type Woken = Pick<WakeUp, "id" | "version" | "roomId">;

/** One started handler. */
export interface JobHandler {
  readonly handler: WakeUpHandler;
  /** `undefined`: every room without a handler of its own. */
  readonly roomId: string | undefined;
  /** Calls that have not ended; none of them fails. */
  readonly running: Set<Promise<void>>;
  /** Each ends the wait for one of them. */
  readonly waits: Set<() => void>;
}

/** The started handlers. */
export class JobHandlers {
  readonly #rooms = new Map<string, Set<JobHandler>>();
  readonly #others = new Set<JobHandler>();
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;

  /** @param onError - hears what handlers threw; must not throw itself */
  constructor(clock: Clock, onError: (error: unknown) => void) {
    this.#clock = clock;
    this.#onError = onError;
  }

  /** Whether nobody listens. */
  get isEmpty(): boolean {
    return this.#rooms.size === 0 && this.#others.size === 0;
  }

  /** The rooms that are listened to; `undefined` when somebody listens to all. */
  roomIds(): readonly string[] | undefined {
    return this.#others.size > 0 ? undefined : [...this.#rooms.keys()];
  }

  add(handler: WakeUpHandler, roomId: string | undefined): JobHandler {
    const added: JobHandler = { handler, roomId, running: new Set(), waits: new Set() };
    if (roomId === undefined) this.#others.add(added);
    else this.#rooms.set(roomId, (this.#rooms.get(roomId) ?? new Set()).add(added));
    return added;
  }

  /** It is not called again, and nobody waits for it; resolves when its running calls have ended. */
  async remove(removed: JobHandler): Promise<void> {
    const { roomId } = removed;
    if (roomId === undefined) this.#others.delete(removed);
    else {
      const room = this.#rooms.get(roomId);
      room?.delete(removed);
      if (room?.size === 0) this.#rooms.delete(roomId);
    }
    for (const end of [...removed.waits]) end();
    await Promise.all(removed.running);
  }

  /**
   * Calls the handlers of that room, and waits for them: 5 s at most each.
   *
   * @returns how many there were
   */
  async deliver(wakeUp: Woken): Promise<number> {
    const handlers = [...(this.#rooms.get(wakeUp.roomId) ?? this.#others)];
    await Promise.all(handlers.map((one) => this.#call(one, wakeUp)));
    return handlers.length;
  }

  #call(one: JobHandler, wakeUp: Woken): Promise<void> {
    // An object of its own for each: a job's has whatever somebody put there.
    const { id, version, roomId } = wakeUp;
    const call = async (): Promise<void> => one.handler({ id, version, roomId });
    const running = call().catch(this.#onError);
    one.running.add(running);
    void running.then(() => one.running.delete(running));
    return new Promise((resolve) => {
      const handle = this.#clock.setTimeout(() => end(), PATIENCE_MS);
      (handle as { unref?: () => void } | null | undefined)?.unref?.();
      const end = (): void => {
        this.#clock.clearTimeout(handle);
        one.waits.delete(end);
        resolve();
      };
      one.waits.add(end);
      void running.then(end);
    });
  }
}

/** Chosen: below the 10 s of a heartbeat (ST-72); one that hangs must not hold up a worker. */
const PATIENCE_MS = 5_000;
