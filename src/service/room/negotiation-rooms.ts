/**
 * @module
 * Many rooms over one store, one timer and one sweep: makes them on first use, finds them, and lets go of
 * those that nobody needs.
 */

import { integerIn, readOptions } from "../../core/checks/index.js";
import { DeadlineHeap, NEVER } from "../../core/deadlines/index.js";
import { NegotiationError, shown } from "../../errors.js";
import type { Clock, MaybePromise, NegotiationRow, NegotiationStore, Observer } from "../../ports/index.js";
import { RecordCache, RulesResolver } from "../commands/index.js";
import type { ListenerError, ServiceEvents } from "../events/index.js";
import { codeOf, IsolatedEmitter, negotiationIdOf, Observers } from "../events/index.js";
import { OutboxTrimmer } from "../feed/index.js";
import type { ResolvedOptions, ServiceOptions } from "../options/index.js";
import { demandIds, resolveOptions, SERVICE_OPTION_KEYS } from "../options/index.js";
import type { ListFilter, SummaryPage } from "../queries/index.js";
import { listed, listOptionsOf, readListOptions, summaryOf } from "../queries/index.js";
import { atMost, isPromise, runSteps } from "../queue/index.js";
import { LongTimer, RoomTimer } from "../timing/index.js";
import { NegotiationService } from "./negotiation-service.js";
import { isSideRoom } from "./side-records.js";

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
  [Name in keyof ServiceEvents<Terms>]: RoomEvent<ServiceEvents<Terms>[Name]>;
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
  readonly #rooms = new Map<string, KeptRoom<Terms>>();
  /** The rooms by the instant at which to look whether they are idle. */
  readonly #looks = new DeadlineHeap<KeptRoom<Terms>>((room) => this.#rooms.get(room.roomId) === room);
  readonly #timer: LongTimer;
  /** For reading across rooms; keeps nothing. */
  readonly #reads: RecordCache<Terms>;
  /** Rooms that are closing, each until it is closed. */
  readonly #departing = new Set<Promise<void>>();
  /** Where negotiations are, which never changes; those asked for last. */
  readonly #homes = new Map<string, string>();
  readonly #rules: RulesResolver;
  #madeCount = 0;
  /** Those of rooms that were let go, or that another process made, bring the room back. */
  readonly #wakeUps: RoomTimer;
  readonly #observers: Observers;
  /** Those that came after the options'. */
  readonly #added = new Set<Observer>();
  readonly #trimmer: OutboxTrimmer | undefined;
  #stopHearing: (() => Promise<void>) | undefined;
  #closing: Promise<void> | undefined;

  /**
   * @throws {NegotiationError} `rules_invalid` listing all issues
   * @throws {TypeError} on an unknown option, naming the nearest known one
   * @throws {RangeError} when `idleMs` is not an integer of at least 1
   */
  constructor(options: NegotiationRoomsOptions<Terms> = {}) {
    super();
    const { idleMs = 600_000, ...rest } = readOptions("options", options, KEYS);
    this.#idleMs = integerIn("idleMs", idleMs, 1);
    this.#shared = resolveOptions<Terms>(rest);
    const { observer, warnings } = this.#shared;
    const observers = new Observers(observer, warnings ? "rooms" : undefined);
    this.#observers = observers;
    this.#wakeUps = new RoomTimer(undefined, this.#shared.timer, observers, async ({ id, roomId }) => {
      // A group that nobody has resumed is nobody's here.
      if (this.#closing === undefined && !isSideRoom(roomId)) await this.room(roomId).wake(id);
    });
    this.#timer = new LongTimer(this.#shared.clock, (now) => this.#letGo(now));
    const { keepOutboxMs: keepMs, store, clock } = this.#shared;
    const onError = (error: unknown): void => observers.warn("outbox not trimmed", { code: codeOf(error) });
    this.#trimmer = keepMs === undefined ? undefined : new OutboxTrimmer({ store, clock, keepMs, onError });
    // Wrong rules are told here, not at the first room.
    this.#rules = new RulesResolver(this.#shared.rules, this.#shared.fallback !== undefined);
    this.#reads = new RecordCache<Terms>({ ...this.#shared, roomId: "", rules: this.#rules, isShared: true });
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
    const service = this.#kept(roomId);
    this.#wakeUps.listen();
    return service;
  }

  #kept(roomId: string): NegotiationService<Terms> {
    if (this.#closing !== undefined) throw closed(`a call for ${shown(roomId)}`);
    this.listened();
    const lookAt = this.#shared.clock.now() + this.#idleMs;
    const known = this.#rooms.get(roomId);
    if (known !== undefined) {
      known.at = Math.max(known.at, lookAt);
      return known.service;
    }
    const { ownsStore, keepOutboxMs: _, uuid, ...options } = this.#shared;
    // Ids of the library's own: each room makes them, and UUIDs where its preset wants them.
    // Nobody else can move what is kept here: there is nothing to look for.
    if (ownsStore) options.sweepIntervalMs = Number.MAX_SAFE_INTEGER;
    const own = uuid === undefined ? options : { ...options, ids: undefined };
    const service = new TappedRoom<Terms>(roomId, own, (type, payload) => this.#heard(roomId, type, payload));
    const made: KeptRoom<Terms> = { roomId, service, at: lookAt, order: ++this.#madeCount };
    this.#rooms.set(roomId, made);
    this.#looks.push(made);
    for (const observer of this.#added) service.observe(observer);
    service.listened();
    this.#timer.ringBy(lookAt);
    return service;
  }

  /** The room of a negotiation, made on first use; `undefined` for an unknown id. */
  roomOf(negotiationId: string): MaybePromise<NegotiationService<Terms> | undefined> {
    const known = this.#homes.get(negotiationId);
    if (known !== undefined) return this.room(known);
    if (this.#closing !== undefined) throw closed(`a call for ${shown(negotiationId)}`);
    demandIds({ negotiationId });
    const found = (row: NegotiationRow | null): NegotiationService<Terms> | undefined => {
      if (row === null || isSideRoom(row.roomId)) return undefined;
      if (this.#homes.size >= MOST_HOMES) this.#homes.delete(this.#homes.keys().next().value as string);
      this.#homes.set(negotiationId, row.roomId);
      return this.room(row.roomId);
    };
    const row = runSteps(this.#reads.retried(() => this.#shared.store.load(negotiationId)));
    return isPromise(row) ? row.then(found) : found(row as NegotiationRow | null);
  }

  /**
   * The negotiations of a party in all rooms, as it may see them, newest change first.
   *
   * @throws {TypeError} on an unknown filter
   * @throws {RangeError} when `limit` is not 1 to 100
   */
  async list(partyId: string, filter: ListFilter = {}): Promise<SummaryPage<Terms>> {
    if (this.#closing !== undefined) throw closed("list()");
    const options = readListOptions(listOptionsOf(partyId, filter));
    const from = { roomId: undefined, options: this.#shared, cache: this.#reads, rules: this.#rules };
    const page = await runSteps(listed(from, options, ({ roomId }) => !isSideRoom(roomId)));
    return Object.freeze({ ...page, items: page.items.map((seen) => summaryOf(seen, partyId, filter)) });
  }

  /** What their time goes by. */
  get clock(): Clock {
    return this.#shared.clock;
  }

  /**
   * Adds an observer of all rooms, those that are still to be made as well.
   *
   * @returns the unsubscribe function
   * @throws {TypeError} when it is no object
   */
  observe(observer: Observer): () => void {
    const leave = this.#observers.add(observer);
    this.#added.add(observer);
    for (const { service } of this.#rooms.values()) service.observe(observer);
    return () => {
      leave();
      this.#added.delete(observer);
      // To have it again is to have it once.
      for (const { service } of this.#rooms.values()) service.observe(observer)();
    };
  }

  /** Where their negotiations are, to be read: what writes to it past the rooms breaks what they promise. */
  get store(): NegotiationStore {
    return this.#shared.store;
  }

  /** The room of that id if it is held now. */
  peek(roomId: string): NegotiationService<Terms> | undefined {
    return this.#rooms.get(roomId)?.service;
  }

  /**
   * Makes every room that has open negotiations, page by page, and lets each go on where an earlier process
   * has left it.
   *
   * @throws {NegotiationError} `service_closed`, `store_failed`
   * @see docs/requirements/engine.md, EN-48; `NegotiationService.resume`
   */
  async resume(): Promise<void> {
    if (this.#closing !== undefined) throw closed("resume()");
    this.listened();
    await this.#shared.hearOthers?.begun;
    const roomIds = new Set<string>();
    let after: string | undefined;
    do {
      const query = { isFinal: false, limit: 1_000, after };
      const page = await runSteps(this.#reads.retried(() => this.#shared.store.list(query)));
      for (const { roomId } of page.items) if (!isSideRoom(roomId)) roomIds.add(roomId);
      after = page.next ?? undefined;
    } while (after !== undefined);
    // The sweep begins behind them, or it would take what is overdue from the rooms that are still to come.
    for (const roomId of roomIds) await this.#kept(roomId).resume();
    if (roomIds.size > 0) this.#wakeUps.listen();
  }

  /**
   * Closes one room, or with no id all of them and the store if it is the rooms' own. Idempotent.
   *
   * Ends no negotiation: a deadline that falls due later brings a closed room back.
   */
  close(roomId?: string): Promise<void> {
    if (roomId === undefined) {
      const { clock, closeMs } = this.#shared;
      const onLate = (): void => this.#observers.warn("close gave up", { closeMs });
      this.#closing ??= atMost(clock, closeMs, this.#close(), onLate)[0];
      return this.#closing;
    }
    const known = this.#rooms.get(roomId);
    return known === undefined ? Promise.resolve() : this.#depart(known);
  }

  protected override listenerFailed(failed: ListenerError, event: unknown): boolean {
    const { roomId, payload } = event as RoomEvent<unknown>;
    const negotiationId = negotiationIdOf(payload);
    const told = Object.freeze({ ...failed, negotiationId });
    const isHeard = this.#tell("listener:error", { roomId, payload: told });
    if (!isHeard) this.#observers.unheard("listener:error", told);
    return isHeard;
  }

  /** Begins to trim, and to hear of rooms that only other processes hold: who listens here listens to them too. */
  protected override listened(): void {
    if (this.#closing !== undefined) return;
    this.#trimmer?.begin();
    this.#stopHearing ??= this.#shared.hearOthers?.hearRooms((roomId) => {
      const isWanted = !this.#rooms.has(roomId) && this.eventNames().length > 0;
      if (isWanted && this.#closing === undefined) this.#kept(roomId);
    });
  }

  async #close(): Promise<void> {
    this.#reads.stopPausing(closed("a wait for the store"));
    for (const room of [...this.#rooms.values()]) void this.#depart(room);
    await Promise.all(this.#departing);
    this.removeAllListeners();
    this.#trimmer?.stop();
    await Promise.all([this.#stopHearing?.(), this.#wakeUps.stop()]);
    if (this.#shared.ownsStore) await this.#shared.store.close();
  }

  #depart(room: KeptRoom<Terms>): Promise<void> {
    this.#forget(room);
    const departure = room.service.close().finally(() => void this.#departing.delete(departure));
    this.#departing.add(departure);
    return departure;
  }

  #forget({ roomId }: KeptRoom<Terms>): void {
    this.#rooms.delete(roomId);
    if (this.#looks.size > 2 * this.#rooms.size + 64) this.#looks.compact();
    if (this.#rooms.size === 0) this.#timer.ringBy(NEVER);
  }

  #heard(roomId: string, type: string, payload: unknown): boolean {
    const known = this.#rooms.get(roomId);
    if (known !== undefined) known.at = Math.max(known.at, this.#shared.clock.now() + this.#idleMs);
    return this.#tell(type, { roomId, payload });
  }

  #tell(type: string, event: RoomEvent<unknown>): boolean {
    const emit = this.emit as (type: string, event: RoomEvent<unknown>) => boolean;
    return emit.call(this, type, Object.freeze(event));
  }

  /** @returns the instant of the next look */
  #letGo(now: number): number {
    let room = this.#looks.peek();
    for (; room !== undefined && room.at <= now; room = this.#looks.peek()) {
      if (room.service.isIdle) {
        this.#forget(room);
        room.service.destroy();
      } else {
        room.at = now + this.#idleMs;
      }
    }
    return room?.at ?? NEVER;
  }
}

const KEYS: readonly (keyof NegotiationRoomsOptions)[] = [...SERVICE_OPTION_KEYS, "idleMs"];

/** Chosen: more than are under way at once. */
const MOST_HOMES = 10_000;

function closed(what: string): NegotiationError {
  const message = `Expected open rooms, got ${what} after close(). Make new ones.`;
  return new NegotiationError("service_closed", message);
}

/** A room that is held. */
interface KeptRoom<Terms> {
  readonly roomId: string;
  readonly service: TappedRoom<Terms>;
  /** Epoch ms: `idleMs` after the last call for it, or its last event, or the look that found it in use. */
  at: number;
  readonly order: number;
}

/** A room whose events are heard by its manager too, without being a listener that keeps it. */
class TappedRoom<Terms> extends NegotiationService<Terms> {
  readonly #tap: (type: string, payload: unknown) => boolean;

  constructor(
    roomId: string,
    options: ServiceOptions<Terms>,
    tap: (type: string, payload: unknown) => boolean,
  ) {
    super(roomId, options);
    this.#tap = tap;
  }

  /** From the start: its manager listens. */
  override listened(): void {
    super.listened();
  }

  protected override told(type: string, payload: unknown): boolean {
    return !this.isClosed && this.#tap(type, payload);
  }
}
