/**
 * @module
 * The default store: negotiations in the memory of this process, gone with it. Every answer is there at
 * once. It costs what it has to and keeps by reference what nobody can change.
 */

import type { Entry } from "../core/entries.js";
import type { Json } from "../core/negotiation.js";
import { NegotiationError, shown } from "../errors.js";
import type {
  Commit,
  CommitResult,
  CountQuery,
  CreateResult,
  DueClaim,
  ListQuery,
  NegotiationRow,
  NegotiationStore,
  NewNegotiation,
  OutboxRecord,
  Page,
} from "../ports/store.js";
import {
  checkClaimDue,
  checkCommit,
  checkCreate,
  checkFilter,
  checkId,
  checkInstant,
  checkLimit,
  checkRange,
} from "./call-checks.js";
import { DueSlots } from "./memory-due.js";
import { ParkedIndex, RoomIndex } from "./memory-indexes.js";
import { MemoryOutbox } from "./memory-outbox.js";
import { byFirstParked, byNewestChange, firstOf, matches, pageOf } from "./memory-queries.js";
import {
  applyCommit,
  entriesOf,
  hasCommand,
  newSlot,
  rowOf,
  type Slot,
  turnsOf,
  updatedAtOf,
  versionOf,
} from "./memory-slot.js";

/** What a `MemoryStore` may be told. */
export interface MemoryStoreOptions {
  /**
   * How many final negotiations are kept; beyond that the one that has been final for longest is
   * forgotten, but not its events in the outbox. @default all of them
   */
  readonly keepSettled?: number | undefined;
}

/**
 * Keeps negotiations in memory; the store that a service has when it is given none.
 *
 * Deep-frozen input is kept by reference, other input is copied. A malformed call throws `TypeError` or
 * `RangeError`, any call after `close()` a `NegotiationError` `store_closed`; nothing else throws.
 *
 * @see storage.md, sections 3 and 6
 * @example
 * const store = new MemoryStore({ keepSettled: 1_000 });
 * const room = new NegotiationService("market-7", { store });
 */
export class MemoryStore implements NegotiationStore {
  readonly #slots = new Map<string, Slot>();
  readonly #rooms = new RoomIndex();
  readonly #parked = new ParkedIndex();
  /** The non-final slot that holds each key. */
  readonly #holders = new Map<string, Slot>();
  readonly #outbox = new MemoryOutbox();
  #due = new DueSlots();
  readonly #keepSettled: number;
  /** Final slots in the order in which they became so; empty when all are kept. */
  readonly #settled = new Set<Slot>();
  /** One walk for the life of the store: a new one would step over all that was removed before. */
  readonly #settledFirst: Iterator<Slot> = this.#settled.values();
  /** The state of the newest negotiation: the next one of the room shares its rules. */
  #newestState: Json = null;
  #isClosed = false;

  /**
   * @throws {TypeError} for an unknown option
   * @throws {RangeError} when `keepSettled` is not a non-negative integer
   */
  constructor(options: MemoryStoreOptions = {}) {
    const stray = Object.keys(options).find((key) => key !== "keepSettled");
    if (stray !== undefined) {
      throw new TypeError(`Expected keepSettled or nothing, got the option ${shown(stray)}.`);
    }
    const { keepSettled = Number.POSITIVE_INFINITY } = options;
    if (
      keepSettled !== Number.POSITIVE_INFINITY &&
      !(Number.isSafeInteger(keepSettled) && keepSettled >= 0)
    ) {
      throw new RangeError(`Expected keepSettled to be a non-negative integer, got ${keepSettled}.`);
    }
    this.#keepSettled = keepSettled;
  }

  create(negotiation: NewNegotiation): CreateResult {
    this.#demandOpen();
    checkCreate(negotiation);
    const { id, roomId, createCommandId, exclusiveKey, isFinal } = negotiation;
    const twin = this.#rooms.find(roomId, createCommandId);
    if (twin !== undefined) return { ok: false, reason: "duplicate", id: twin.id };
    if (this.#slots.has(id)) return { ok: false, reason: "exists", id };
    const key = isFinal ? null : exclusiveKey;
    const holder = key === null ? undefined : this.#holders.get(key);
    if (holder !== undefined) return { ok: false, reason: "exclusive", id: holder.id };

    const slot = newSlot(negotiation, this.#newestState);
    const events = this.#outbox.prepared(negotiation.outbox);
    this.#newestState = slot.state;
    this.#slots.set(id, slot);
    this.#rooms.add(slot);
    this.#parked.follow(slot, null);
    if (key !== null) this.#holders.set(key, slot);
    this.#outbox.append(id, 0, events);
    this.#due.note(slot);
    if (isFinal) this.#settle(slot);
    return { ok: true };
  }

  commit(commit: Commit): CommitResult {
    this.#demandOpen();
    checkCommit(commit);
    const { entry, parked } = commit;
    const slot = this.#slots.get(commit.id);
    if (slot === undefined) return { ok: false, reason: "missing" };
    if (entry.commandId !== null && hasCommand(slot, entry.commandId))
      return { ok: false, reason: "duplicate" };
    const isNext = entry.turnNumber === null || entry.turnNumber === slot.turnCount + 1;
    if (!isNext || commit.expectedVersion !== versionOf(slot)) return { ok: false, reason: "conflict" };

    const wasFinal = slot.deadlineKind === null;
    const wasParked = slot.parked;
    const events = this.#outbox.prepared(commit.outbox);
    applyCommit(slot, commit);
    if (wasParked !== null || parked !== null) this.#parked.follow(slot, wasParked);
    this.#outbox.append(slot.id, versionOf(slot), events);
    this.#due.note(slot);
    if (commit.isFinal && !wasFinal) this.#settle(slot);
    return { ok: true, version: commit.expectedVersion + 1 };
  }

  load(id: string): NegotiationRow | null {
    this.#demandOpen();
    checkId("id", id);
    const slot = this.#slots.get(id);
    return slot === undefined ? null : rowOf(slot);
  }

  turns(
    id: string,
    range: {
      readonly after?: number | undefined;
      readonly upTo?: number | undefined;
      readonly limit?: number | undefined;
    } = {},
  ): readonly Json[] {
    this.#demandOpen();
    checkRange(id, range);
    const { after = 0, upTo = Number.POSITIVE_INFINITY, limit = Number.POSITIVE_INFINITY } = range;
    const slot = this.#slots.get(id);
    return slot === undefined ? [] : turnsOf(slot, after, upTo, limit);
  }

  entries(
    id: string,
    range: { readonly after?: number | undefined; readonly limit?: number | undefined } = {},
  ): readonly Entry[] {
    this.#demandOpen();
    checkRange(id, range);
    const { after = -1, limit = Number.POSITIVE_INFINITY } = range;
    const slot = this.#slots.get(id);
    return slot === undefined ? [] : entriesOf(slot, after, limit);
  }

  list(query: ListQuery): Page<NegotiationRow> {
    this.#demandOpen();
    checkFilter(query);
    checkLimit(query.limit);
    return pageOf(this.#candidates(query), query, byNewestChange, (slot) => matches(slot, query));
  }

  listParked(query: Query<"listParked">): Page<NegotiationRow> {
    this.#demandOpen();
    checkId("partyId", query.partyId);
    checkLimit(query.limit);
    const isWanted = (slot: Slot) => slot.parked?.claimedBy === query.claimedBy;
    return pageOf(this.#parked.of(query.partyId), query, byFirstParked, isWanted);
  }

  claimDue(query: Query<"claimDue">): readonly DueClaim[] {
    this.#demandOpen();
    checkClaimDue(query);
    return this.#due.claim(query);
  }

  count(query: CountQuery): number {
    this.#demandOpen();
    checkFilter(query);
    let count = 0;
    for (const slot of this.#candidates(query)) {
      if (matches(slot, query)) count++;
      if (count === COUNT_LIMIT) break;
    }
    return count;
  }

  nextDeadline(): number | null {
    this.#demandOpen();
    const at = this.#due.soonestAt();
    return at === Number.POSITIVE_INFINITY ? null : at;
  }

  readOutbox(query: Query<"readOutbox">): readonly OutboxRecord[] {
    this.#demandOpen();
    checkLimit(query.limit);
    return this.#outbox.read(query.after, query.limit);
  }

  trimOutbox(upTo: string): void {
    this.#demandOpen();
    this.#outbox.trim(upTo);
  }

  delete(id: string): boolean {
    this.#demandOpen();
    checkId("id", id);
    const slot = this.#slots.get(id);
    if (slot === undefined) return false;
    this.#forget(slot);
    this.#outbox.drop(new Set([id]));
    return true;
  }

  prune(query: Query<"prune">): number {
    this.#demandOpen();
    checkInstant("settledBefore", query.settledBefore);
    checkLimit(query.limit);
    const isOld = (slot: Slot) => slot.deadlineKind === null && updatedAtOf(slot) < query.settledBefore;
    const old = firstOf(this.#slots.values(), query.limit, updatedAtOf, isOld);
    for (const slot of old) this.#forget(slot);
    this.#outbox.drop(new Set(old.map(({ id }) => id)));
    return old.length;
  }

  close(): void {
    this.#isClosed = true;
    const all = [this.#slots, this.#rooms, this.#parked, this.#holders, this.#settled, this.#outbox];
    for (const kept of all) kept.clear();
    this.#due = new DueSlots();
    this.#newestState = null;
  }

  #demandOpen(): void {
    if (!this.#isClosed) return;
    throw new NegotiationError(
      "store_closed",
      "Expected an open store, got one that was closed. Make a new one.",
    );
  }

  #settle(slot: Slot): void {
    if (slot.exclusiveKey !== null && this.#holders.get(slot.exclusiveKey) === slot) {
      this.#holders.delete(slot.exclusiveKey);
    }
    if (this.#keepSettled === Number.POSITIVE_INFINITY) return;
    this.#settled.add(slot);
    while (this.#settled.size > this.#keepSettled) {
      const oldest = this.#settledFirst.next();
      if (oldest.done === true) return;
      this.#forget(oldest.value);
    }
  }

  #forget(slot: Slot): void {
    this.#slots.delete(slot.id);
    this.#rooms.remove(slot);
    this.#parked.remove(slot);
    if (slot.exclusiveKey !== null && this.#holders.get(slot.exclusiveKey) === slot) {
      this.#holders.delete(slot.exclusiveKey);
    }
    this.#settled.delete(slot);
    slot.deadlineAt = Number.POSITIVE_INFINITY;
    this.#due.note(slot);
  }

  /** The fewest slots that are known to hold all that the query asks for. */
  #candidates(query: Omit<ListQuery, "limit">): Iterable<Slot> {
    if (query.exclusiveKey !== undefined && query.isFinal === false) {
      const holder = this.#holders.get(query.exclusiveKey);
      return holder === undefined ? [] : [holder];
    }
    if (query.roomId === undefined) return this.#slots.values();
    if (query.createCommandId === undefined) return this.#rooms.of(query.roomId);
    const slot = this.#rooms.find(query.roomId, query.createCommandId);
    return slot === undefined ? [] : [slot];
  }
}

/** The only argument of a store's method. */
type Query<Method extends "claimDue" | "listParked" | "readOutbox" | "prune"> = Parameters<
  NegotiationStore[Method]
>[0];

/** Where `count` stops, as the port says. */
const COUNT_LIMIT = 10_000;
