/**
 * @module
 * Many rooms over one store, one timer and one sweep: makes them on first use, finds them, and lets go of
 * those that nobody needs.
 */

import { NegotiationError, shown } from "../errors.js";
import type { Delivery } from "../ports/deadline-timer.js";
import type { MaybePromise } from "../ports/maybe-promise.js";
import { MemoryStore } from "../stores/memory.js";
import { IsolatedEmitter, type ListenerError } from "./isolated-emitter.js";
import { NegotiationService } from "./negotiation-service.js";
import type { ServiceEvents } from "./service-events.js";
import { type ResolvedOptions, resolveOptions, type ServiceOptions } from "./service-options.js";
import { isPromise } from "./steps.js";

/** What all rooms are given, and when one is let go. */
export interface NegotiationRoomsOptions<Terms = unknown> extends ServiceOptions<Terms> {
  /** Ms without a live negotiation, a listener or a command after which a room is let go. @default 600_000 */
  readonly idleMs?: number | undefined;
}

/** An event of one of the rooms. */
export interface RoomEvent<Payload> {
  readonly roomId: string;
  readonly payload: Payload;
}

/** The events of all rooms, each with the id of its room. */
export type RoomsEvents<Terms = unknown> = {
  [Name in Exclude<keyof ServiceEvents<Terms>, "listener:error">]: RoomEvent<ServiceEvents<Terms>[Name]>;
} & {
  "listener:error": RoomEvent<ListenerError> | ListenerError;
};

/**
 * The rooms of a host.
 *
 * A room that was let go is closed; `room(id)` makes it anew, so ask for it each time rather than keep it.
 *
 * @typeParam Terms - what the parties negotiate about, in all rooms
 * @example
 * const rooms = new NegotiationRooms<{ price: number }>();
 * rooms.on("negotiation:agreed", ({ roomId, payload }) => console.log(roomId, payload.outcome?.status));
 * await rooms.room("market-7").createNegotiation("ada", "smith", { price: 40 });
 * await rooms.close();
 */
export class NegotiationRooms<Terms = unknown> extends IsolatedEmitter<RoomsEvents<Terms>> {
  readonly #idleMs: number;
  readonly #shared: ResolvedOptions<Terms>;
  readonly #ownsStore: boolean;
  readonly #rooms = new Map<string, KeptRoom<Terms>>();
  #delivery: MaybePromise<Delivery> | undefined;
  #idleTimer: unknown;
  #isClosed = false;

  /**
   * @throws {NegotiationError} `rules_invalid` listing all issues
   * @throws {TypeError} on an unknown option, naming the nearest known one
   * @throws {RangeError} when `idleMs` is not an integer of at least 1
   */
  constructor(options: NegotiationRoomsOptions<Terms> = {}) {
    super();
    const { idleMs = 600_000, ...rest } = options;
    if (!Number.isInteger(idleMs) || idleMs < 1) {
      throw new RangeError(`Expected idleMs to be an integer of at least 1, got ${shown(idleMs)}.`);
    }
    this.#idleMs = idleMs;
    this.#ownsStore = options.store === undefined;
    const resolved = resolveOptions<Terms>(rest);
    const store = this.#ownsStore ? new MemoryStore({ keepSettled: resolved.keepSettled }) : resolved.store;
    this.#shared = { ...resolved, store, ownsStore: false };
    // Wrong rules are told here, not at the first room.
    new NegotiationService<Terms>("check", this.#options()).destroy();
  }

  /** How many rooms are held now. */
  get size(): number {
    return this.#rooms.size;
  }

  /**
   * The room of that id, made on first use.
   *
   * @throws {NegotiationError} `service_closed` after `close()`
   * @throws {TypeError} when the id is not 1 to 256 characters
   */
  room(roomId: string): NegotiationService<Terms> {
    if (this.#isClosed) {
      throw new NegotiationError(
        "service_closed",
        `Expected open rooms, got a call for ${shown(roomId)} after close(). Make new ones.`,
      );
    }
    const now = this.#shared.clock.now();
    const known = this.#rooms.get(roomId);
    if (known !== undefined) {
      known.usedAt = now;
      return known.service;
    }
    const service = new TappedRoom<Terms>(roomId, this.#options(), (type, payload) =>
      this.#heard(roomId, type, payload),
    );
    this.#rooms.set(roomId, { service, usedAt: now });
    this.#listen();
    this.#watchIdle();
    return service;
  }

  /** The room of that id if it is held now. */
  peek(roomId: string): NegotiationService<Terms> | undefined {
    return this.#rooms.get(roomId)?.service;
  }

  /** Closes one room, or with no id all of them and the store if it is the rooms' own. Idempotent. */
  async close(roomId?: string): Promise<void> {
    if (roomId !== undefined) {
      const known = this.#rooms.get(roomId);
      this.#rooms.delete(roomId);
      await known?.service.close();
      return;
    }
    this.#isClosed = true;
    this.#shared.clock.clearTimeout(this.#idleTimer);
    const rooms = [...this.#rooms.values()];
    this.#rooms.clear();
    await Promise.all(rooms.map(({ service }) => service.close()));
    this.removeAllListeners();
    const delivery = await this.#delivery;
    await delivery?.stop();
    if (this.#ownsStore) await this.#shared.store.close();
  }

  #options(): ServiceOptions<Terms> {
    const { ownsStore: _, ...options } = this.#shared;
    return options;
  }

  #heard(roomId: string, type: string, payload: unknown): void {
    const known = this.#rooms.get(roomId);
    if (known !== undefined) known.usedAt = this.#shared.clock.now();
    (this.emit as (type: string, event: RoomEvent<unknown>) => boolean).call(
      this,
      type,
      Object.freeze({ roomId, payload }),
    );
  }

  /** Wake-ups of rooms that were let go, or that another process made, bring the room back. */
  #listen(): void {
    if (this.#delivery !== undefined) return;
    this.#delivery = this.#shared.timer.start(async ({ id, roomId }) => {
      if (!this.#isClosed) await this.room(roomId).wake(id);
    });
    if (isPromise(this.#delivery)) this.#delivery.then(undefined, () => undefined);
  }

  #watchIdle(): void {
    if (this.#idleTimer !== undefined) return;
    const { clock } = this.#shared;
    const handle = clock.setTimeout(
      () => {
        this.#idleTimer = undefined;
        this.#letGo(clock.now());
        if (this.#rooms.size > 0 && !this.#isClosed) this.#watchIdle();
      },
      Math.min(this.#idleMs, MAX_DELAY_MS),
    );
    // Tidying up keeps no process alive.
    (handle as { unref?: () => void } | undefined)?.unref?.();
    this.#idleTimer = handle;
  }

  #letGo(now: number): void {
    for (const [roomId, { service, usedAt }] of this.#rooms) {
      if (now - usedAt < this.#idleMs || !service.isIdle) continue;
      this.#rooms.delete(roomId);
      service.destroy();
    }
  }
}

interface KeptRoom<Terms> {
  readonly service: NegotiationService<Terms>;
  /** Epoch ms of the last call for it, or of its last event. */
  usedAt: number;
}

/** The longest delay that a native timer keeps. */
const MAX_DELAY_MS = 2_147_483_647;

/** A room whose events are heard by its manager too, without being a listener that keeps it. */
class TappedRoom<Terms> extends NegotiationService<Terms> {
  readonly #tap: (type: string, payload: unknown) => void;

  constructor(roomId: string, options: ServiceOptions<Terms>, tap: (type: string, payload: unknown) => void) {
    super(roomId, options);
    this.#tap = tap;
  }

  protected override told(type: string, payload: unknown): void {
    if (!this.isClosed) this.#tap(type, payload);
  }
}
