/**
 * @module
 * The default store: negotiations in the memory of this process, gone with it. Every answer is there at
 * once. It costs what it has to and keeps by reference what nobody can change.
 */

import { integerIn, readOptions } from "../../core/checks/index.js";
import type { Json } from "../../core/json/index.js";
import type { Entry } from "../../core/record/index.js";
import type {
  Commit,
  CommitResult,
  CountQuery,
  CreateResult,
  DueClaim,
  ListQuery,
  NegotiationRow,
  NewNegotiation,
  OutboxRecord,
  Page,
} from "../../ports/index.js";
import {
  CheckedStore,
  COUNT_LIMIT,
  checkPosition,
  type FedRecord,
  type FeedSource,
  frozenJson,
  type Query,
  type Range,
  type StoreDriver,
} from "../index.js";
import { DueSlots } from "./memory-due.js";
import {
  answerOf,
  copyOf,
  FEW,
  type Filters,
  hasCommand,
  matches,
  newSlot,
  pageOf,
  type Slot,
} from "./memory-slot.js";

/** What a `MemoryStore` may be told. */
export interface MemoryStoreOptions {
  /**
   * How many final negotiations are kept, and as many accepted ones besides, which no others push out; beyond that
   * the one that has been final for longest is forgotten, but not its events in the outbox. @default all of them
   */
  readonly keepSettled?: number | undefined;
}

/**
 * Keeps negotiations in memory; the store that a service has when it is given none.
 *
 * Deep-frozen input is kept by reference, other input is copied. A malformed call throws `TypeError` or
 * `RangeError`, any call after `close()` a `NegotiationError` `store_closed`; nothing else throws.
 *
 * @see docs/requirements/storage.md, sections 3 and 6
 * @example
 * const store = new MemoryStore({ keepSettled: 1_000 });
 * const room = new NegotiationService("market-7", { store });
 */
export class MemoryStore extends CheckedStore<false> {
  /**
   * @throws {TypeError} for an unknown option
   * @throws {RangeError} when `keepSettled` is not a non-negative integer
   */
  constructor(options: MemoryStoreOptions = {}) {
    const { keepSettled } = readOptions("options", options, ["keepSettled"]);
    if (keepSettled !== undefined) integerIn("keepSettled", keepSettled, 0);
    super(new MemoryDriver(keepSettled));
  }
}

/** The store of a service that was given none: all that a service stores is deep-frozen, and looked through no more. */
export class OwnStore extends CheckedStore<false> {
  constructor(keepSettled: number) {
    super(new MemoryDriver(keepSettled, (json) => json));
  }
}

/** What does the work of a `MemoryStore`. */
class MemoryDriver implements StoreDriver {
  readonly isAsynchronous = false;
  readonly #slots = new Map<string, Slot>();
  /** By room, then by creating command. */
  readonly #rooms = new Map<string, Map<string, Slot>>();
  /** The non-final slot that holds each key. */
  readonly #holders = new Map<string | null, Slot>();
  readonly #parked = new Set<Slot>();
  readonly #due = new DueSlots(this.#slots);
  /** In the order of their positions. */
  #outbox: FedRecord[] = [];
  #lastPosition = 0;
  readonly #keepSettled: number | undefined;
  /** Final slots in the order in which they became so; empty when all are kept. */
  readonly #accepted = settledSlots();
  readonly #others = settledSlots();
  /** The state of the newest negotiation: the next one of the room shares its rules. */
  #newestState: Json = null;

  readonly #frozen: <T>(json: T, known?: unknown) => T;

  /** @param frozen - what keeps a caller's later mutation from what it handed in */
  constructor(keepSettled: number | undefined, frozen: <T>(json: T, known?: unknown) => T = frozenJson) {
    this.#keepSettled = keepSettled;
    this.#frozen = frozen;
  }

  create(negotiation: NewNegotiation): CreateResult {
    const { id, roomId, createCommandId, exclusiveKey } = negotiation;
    const twin = this.#rooms.get(roomId)?.get(createCommandId);
    if (twin !== undefined) return { ok: false, reason: "duplicate", id: twin.row.id };
    if (this.#slots.has(id)) return { ok: false, reason: "exists", id };
    const key = negotiation.isFinal ? null : exclusiveKey;
    const holder = key === null ? undefined : this.#holders.get(key);
    if (holder !== undefined) return { ok: false, reason: "exclusive", id: holder.row.id };

    const slot = newSlot(negotiation, this.#newestState);
    this.#write(slot, negotiation, negotiation.createdAt);
    // A row that nobody is to move in is of another kind.
    if (negotiation.floor !== null) this.#newestState = slot.row.state;
    return { ok: true };
  }

  commit(commit: Commit): CommitResult {
    const slot = this.#slots.get(commit.id);
    if (slot === undefined) return { ok: false, reason: "missing" };
    const { commandId, turnNumber } = commit.entry;
    if (commandId !== null && hasCommand(slot, commandId)) return { ok: false, reason: "duplicate" };
    const isNext = turnNumber === null || turnNumber === slot.row.turnCount + 1;
    if (!isNext || commit.expectedVersion !== slot.row.version) return { ok: false, reason: "conflict" };

    this.#write(slot, commit, commit.now);
    return { ok: true, version: slot.row.version };
  }

  load(id: string): NegotiationRow | null {
    const slot = this.#slots.get(id);
    return slot === undefined ? null : answerOf(slot.row);
  }

  turns(id: string, range: Range): readonly Json[] {
    const { after = 0, upTo = Number.POSITIVE_INFINITY, limit } = range;
    const entries = this.#slots.get(id)?.entries ?? [];
    // Who reads the tail of a long negotiation pays for the tail: each turn has an entry.
    return entries
      .slice(after)
      .filter(({ turnNumber }) => turnNumber !== null && turnNumber > after && turnNumber <= upTo)
      .slice(0, limit)
      .map(({ turn }) => turn);
  }

  entries(id: string, range: Omit<Range, "upTo">): readonly Entry[] {
    const { after = -1, limit } = range;
    const entries = this.#slots.get(id)?.entries ?? [];
    return entries
      .slice(after + 1)
      .slice(0, limit)
      .map(copyOf);
  }

  list(query: ListQuery): Page<NegotiationRow> {
    return pageOf(this.#listed(query), query, ({ updatedAt }) => -updatedAt);
  }

  listParked(query: Query<"listParked">): Page<NegotiationRow> {
    const rows = Array.from(this.#parked, ({ row }) => row).filter(
      ({ parked }) => parked?.partyId === query.partyId && parked.claimedBy === query.claimedBy,
    );
    return pageOf(rows, query, ({ parked }) => parked?.firstParkedAt ?? 0);
  }

  claimDue(query: Query<"claimDue">): readonly DueClaim[] {
    return this.#due.claim(query);
  }

  count(query: CountQuery): number {
    return Math.min(this.#listed(query).length, COUNT_LIMIT);
  }

  nextDeadline(): number | null {
    let soonest = Number.POSITIVE_INFINITY;
    for (const { row } of this.#slots.values()) soonest = Math.min(soonest, row.deadline?.at ?? soonest);
    return soonest < Number.POSITIVE_INFINITY ? soonest : null;
  }

  readOutbox({ after, limit }: Query<"readOutbox">): readonly OutboxRecord[] {
    return this.#after(after, limit).map(({ record }) => copyOf(record));
  }

  source(): FeedSource {
    return {
      // There is nothing to look for: nobody else writes here, and what is written wakes whoever follows.
      pollMs: 3_600_000,
      newest: () => String(this.#lastPosition),
      read: (after, limit) =>
        this.#after(after, limit).map(({ record, roomId }) => ({ record: copyOf(record), roomId })),
      hasNews: () => false,
    };
  }

  trimOutbox(upTo: string): void {
    this.#outbox.splice(0, this.#countUpTo(upTo));
  }

  delete(id: string): boolean {
    return this.#slots.has(id) && this.#delete([id]) > 0;
  }

  prune({ settledBefore, limit }: Query<"prune">): number {
    const old = this.#listed({ isFinal: true }).filter(({ updatedAt }) => updatedAt < settledBefore);
    return this.#delete(pageOf(old, { limit }, ({ updatedAt }) => updatedAt).items.map(({ id }) => id));
  }

  close(): void {
    for (const slot of this.#slots.values()) this.#forget(slot);
    this.#outbox = [];
    this.#newestState = null;
  }

  /** Writes row, entry and outbox: entirely, or nothing when something throws. */
  #write(slot: Slot, written: Written, at: number): void {
    const { row, entries } = slot;
    const version = entries.length;
    const { schema, status, isFinal, floor, entry } = written;
    const deadline = copyOf(written.deadline);
    const parked = copyOf(written.parked);
    const state = this.#frozen(written.state, row.state);
    const { kind, commandId, turnNumber } = entry;
    const turn = this.#frozen(entry.turn);
    const details = this.#frozen(entry.details);
    const events = written.outbox.map(({ type, body }, index) => {
      const position = String(this.#lastPosition + index + 1);
      const record = { type, body: this.#frozen(body), position, negotiationId: row.id, version, index };
      return { record, roomId: row.roomId };
    });
    // All or nothing too, if there are more than a call can take. Nothing below can throw.
    this.#outbox.push(...events);
    this.#lastPosition += events.length;
    row.version = version;
    row.schema = schema;
    row.status = status;
    row.isFinal = isFinal;
    row.deadline = deadline;
    row.parked = parked;
    row.floor = floor;
    row.turnCount = turnNumber ?? row.turnCount;
    row.state = state;
    row.updatedAt = at;
    const stored = { version, schema, at, kind, commandId, turnNumber, turn, details };
    // One that grows by `push` takes room for 16 more, which most negotiations never fill; `concat` is exact.
    if (version < FEW) slot.entries = entries.concat([stored]);
    else entries.push(stored);
    slot.commandIds?.add(commandId);
    if (version === 0) {
      const room = this.#rooms.get(row.roomId) ?? new Map<string, Slot>();
      this.#rooms.set(row.roomId, room.set(row.createCommandId, slot));
      this.#slots.set(row.id, slot);
    }
    if (parked === null) this.#parked.delete(slot);
    else this.#parked.add(slot);
    this.#due.note(slot);
    if (isFinal) this.#settle(slot);
    else if (row.exclusiveKey !== null) this.#holders.set(row.exclusiveKey, slot);
  }

  #settle(slot: Slot): void {
    this.#release(slot);
    if (this.#keepSettled === undefined) return;
    const { slots, first } = slot.row.status === "accepted" ? this.#accepted : this.#others;
    slots.add(slot);
    while (slots.size > this.#keepSettled) this.#forget(first.next().value as Slot);
  }

  #release(slot: Slot): void {
    const { exclusiveKey } = slot.row;
    if (this.#holders.get(exclusiveKey) === slot) this.#holders.delete(exclusiveKey);
  }

  #forget(slot: Slot): void {
    const { row } = slot;
    const { id, roomId, createCommandId } = row;
    this.#release(slot);
    this.#slots.delete(id);
    const room = this.#rooms.get(roomId);
    room?.delete(createCommandId);
    if (room?.size === 0) this.#rooms.delete(roomId);
    this.#parked.delete(slot);
    this.#accepted.slots.delete(slot);
    this.#others.slots.delete(slot);
    // What V8 keeps of the tables in which it stood, until the next full collection, is then not much.
    row.state = null;
    slot.entries = [];
    slot.commandIds = null;
  }

  /** Forgets what is there, with its events. @returns how many of them there were */
  #delete(ids: readonly string[]): number {
    for (const id of ids) this.#forget(this.#slots.get(id) as Slot);
    const deleted = new Set(ids);
    this.#outbox = this.#outbox.filter(({ record }) => !deleted.has(record.negotiationId));
    return ids.length;
  }

  /** The rows that the filters ask for, in no order. */
  #listed(query: Filters): NegotiationRow[] {
    const slots = query.roomId === undefined ? this.#slots : (this.#rooms.get(query.roomId) ?? []);
    return Array.from(slots.values(), ({ row }) => row).filter((row) => matches(row, query));
  }

  #after(position: string | null, limit: number): readonly FedRecord[] {
    const start = position === null ? 0 : this.#countUpTo(position);
    return this.#outbox.slice(start, start + limit);
  }

  /** How many records of the outbox stand at or before a position. */
  #countUpTo(position: string): number {
    const sought = checkPosition(position);
    return this.#outbox.findLastIndex(({ record }) => Number(record.position) <= sought) + 1;
  }
}

/** What a creation and a commit have in common. */
type Written = Omit<Commit, "id" | "expectedVersion" | "now">;

/** With one walk for the life of the store: a new one would step over all that was removed before. */
function settledSlots(): { readonly slots: Set<Slot>; readonly first: Iterator<Slot> } {
  const slots = new Set<Slot>();
  return { slots, first: slots.values() };
}
