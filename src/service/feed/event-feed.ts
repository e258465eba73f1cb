/**
 * @module
 * The feed of a store, shared by all rooms of a process that hear others: begun with the first, ended with the last,
 * begun again when it cannot be. What is done with a record is the room's business (`remote-commits.ts`).
 */

import { readOptions, unmet } from "../../core/checks/index.js";
import { memberOf } from "../../core/json/index.js";
import type { Clock, Feed, NegotiationStore, OutboxRecord } from "../../ports/index.js";
import { RETRY_DELAYS_MS, STORE_AGAIN_MS } from "../commands/index.js";
import { systemClock } from "../timing/index.js";

/** When a feed looks, and who hears of what fails. */
export interface EventFeedOptions {
  /** Ms between two looks when nothing else wakes it. @default 1_000 on PostgreSQL, 200 on SQLite */
  readonly pollMs?: number | undefined;
  /** @default the system's clock */
  readonly clock?: Clock | undefined;
  /** Hears of what the store threw; the feed goes on. @default nobody */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Takes the records of one room; rejects when it is to be given them again. */
export type RoomHearer = (records: readonly OutboxRecord[]) => Promise<void>;

/**
 * One feed for any number of services over one store, so that they share its connection.
 *
 * Hand it to each in place of `hearOthers: true`, which makes one for a service or a `NegotiationRooms` alone.
 *
 * @throws {TypeError} for a store without `feed`
 * @example
 * const feed = eventFeed(store);
 * const room = new NegotiationService("market-7", { store, hearOthers: feed });
 */
export function eventFeed(store: NegotiationStore, options: EventFeedOptions = {}): EventFeed {
  return new EventFeed(store, options);
}

/** The feed of a store; made by `eventFeed`. It begins with the first room that hears, and ends with the last. */
export class EventFeed {
  readonly #store: NegotiationStore;
  readonly #options: EventFeedOptions;
  readonly #rooms = new Map<string, Set<RoomHearer>>();
  /** Are told of each room before its records are handed on. */
  readonly #managers = new Set<(roomId: string) => void>();
  #ending: AbortController | undefined;
  #begun: Promise<void> = Promise.resolve();
  #ended: Promise<void> | undefined;

  /** @throws {TypeError} for a store without `feed`, or an unknown option */
  constructor(store: NegotiationStore, options: EventFeedOptions = {}) {
    if (typeof store?.feed !== "function")
      throw new TypeError(unmet("a store to hear", "one with feed", typeof store));
    this.#store = store;
    this.#options = readOptions("options", options, ["pollMs", "clock", "onError"]);
  }

  /** Whether it is one; no trap of a proxy is asked. */
  static is(value: unknown): value is EventFeed {
    return typeof value === "object" && value !== null && #store in value;
  }

  /** Resolves once it is heard what is committed from then on; at once when nobody hears. */
  get begun(): Promise<void> {
    return this.#begun;
  }

  /**
   * Hears of one room. Internal: services call it.
   *
   * @returns what ends it
   */
  hear(roomId: string, hearer: RoomHearer): () => Promise<void> {
    const hearers = this.#rooms.get(roomId) ?? new Set();
    this.#rooms.set(roomId, hearers.add(hearer));
    this.#begin();
    return () => {
      hearers.delete(hearer);
      if (hearers.size === 0 && this.#rooms.get(roomId) === hearers) this.#rooms.delete(roomId);
      return this.#endIfAlone();
    };
  }

  /** Is told of each room in which somebody moves, in time to make it. Internal, as `hear`. */
  hearRooms(onRoom: (roomId: string) => void): () => Promise<void> {
    this.#managers.add(onRoom);
    this.#begin();
    return () => {
      this.#managers.delete(onRoom);
      return this.#endIfAlone();
    };
  }

  #begin(): void {
    if (this.#ending !== undefined) return;
    const ending = new AbortController();
    this.#ending = ending;
    const begun = this.#fed(ending.signal);
    this.#begun = begun.then(() => undefined);
    this.#ended = begun.then((feed) => feed?.ended);
  }

  async #endIfAlone(): Promise<void> {
    if (this.#rooms.size > 0 || this.#managers.size > 0 || this.#ending === undefined) return;
    this.#ending.abort();
    this.#ending = undefined;
    this.#begun = Promise.resolve();
    await this.#ended;
  }

  /** Begins, and again where the store cannot yet. */
  async #fed(signal: AbortSignal): Promise<Feed | undefined> {
    const { clock = systemClock, ...options } = this.#options;
    for (let tries = 0; !signal.aborted; tries++) {
      try {
        return await this.#store.feed?.((records) => this.#hand(records), { ...options, clock, signal });
      } catch (error) {
        // Options that make no sense make none a second time.
        if (error instanceof TypeError || error instanceof RangeError) throw error;
        options.onError?.(error);
        await paused(clock, RETRY_DELAYS_MS[tries] ?? STORE_AGAIN_MS, signal);
      }
    }
    return undefined;
  }

  async #hand(records: readonly OutboxRecord[]): Promise<void> {
    const byRoom = new Map<string, OutboxRecord[]>();
    for (const record of records) {
      const roomId = memberOf(record.body, "roomId");
      if (typeof roomId !== "string") continue;
      const own = byRoom.get(roomId);
      if (own === undefined) byRoom.set(roomId, [record]);
      else own.push(record);
    }
    const handed: Promise<void>[] = [];
    for (const [roomId, own] of byRoom) {
      for (const onRoom of this.#managers) onRoom(roomId);
      for (const hearer of this.#rooms.get(roomId) ?? []) handed.push(hearer(own));
    }
    // All have taken what they can before any of it is handed on again.
    const failed = (await Promise.allSettled(handed)).find(({ status }) => status === "rejected");
    if (failed !== undefined) throw (failed as PromiseRejectedResult).reason;
  }
}

/** Waits, or until it is ended. */
function paused(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clock.clearTimeout(handle);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const handle = clock.setTimeout(end, ms);
    (handle as { unref?: () => unknown } | null)?.unref?.();
    signal.addEventListener("abort", end);
  });
}
