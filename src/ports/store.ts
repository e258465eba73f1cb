/**
 * @module
 * The store port: what a store keeps and promises. One commit is one command and one entry, checked
 * by version; the earliest deadline stands in the same row. It knows no rules and no clock.
 */

import type { Deadline } from "../core/deadlines/index.js";
import type { Json } from "../core/json/index.js";
import type { Entry, NewEntry } from "../core/record/index.js";
import type { Clock } from "./clock.js";
import type { MaybePromise } from "./maybe-promise.js";

/** Copied out of `awaiting` for the pickup query; `null` unless the turn is parked or claimed. */
export interface ParkedTurn {
  readonly partyId: string;
  /** Epoch ms. */
  readonly firstParkedAt: number;
  readonly claimedBy: string | null;
}

/** A negotiation as a store keeps it: queryable columns and the record without its turns. */
export interface NegotiationRow {
  /** 1 to 256 characters. */
  readonly id: string;
  /** 0 at creation, exactly one more with each commit. */
  readonly version: number;
  /** Format of `state`. */
  readonly schema: number;
  readonly roomId: string;
  /** Unique within the room. */
  readonly createCommandId: string;
  readonly initiatorId: string;
  readonly responderId: string;
  /** Unique among non-final rows: the lock of a room or a pair. */
  readonly exclusiveKey: string | null;
  readonly status: string;
  readonly isFinal: boolean;
  /** The earliest; `null` exactly when final. */
  readonly deadline: Deadline | null;
  readonly parked: ParkedTurn | null;
  /** Whose turn it is; `null` when final. */
  readonly floor: string | null;
  readonly turnCount: number;
  /** The record without `turns`. */
  readonly state: Json;
  /** All of them, in order, from the same read; only on rows of a list that was asked `withTurns`. */
  readonly turns?: readonly Json[] | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** An event to be read from the outbox. */
export interface OutboxDraft {
  readonly type: string;
  readonly body: Json;
}

/** A stored event; (negotiationId, version, index) identifies it for deduplication. */
export interface OutboxRecord extends OutboxDraft {
  /** Opaque cursor, only handed back. */
  readonly position: string;
  readonly negotiationId: string;
  readonly version: number;
  readonly index: number;
}

/**
 * Takes the next records of a feed, in order for each negotiation; the feed waits for it.
 *
 * When it throws or rejects it is handed the same records again, a little later: what it did for some of them
 * already it has to know by their (negotiationId, version, index).
 */
export type FeedHandler = (records: readonly OutboxRecord[]) => MaybePromise<void>;

/** From where a feed reads, what of it, and until when. */
export interface FeedOptions {
  /** A position: what comes after it. `null`: all that is kept. @default what is committed from now on */
  readonly after?: string | null | undefined;
  /** Rooms to be told of. @default all */
  readonly roomIds?: readonly string[] | undefined;
  /** Ends it: no handler is called once it is aborted. */
  readonly signal: AbortSignal;
  /** Ms between two looks when nothing else wakes it. @default 1_000 on PostgreSQL, 200 on SQLite */
  readonly pollMs?: number | undefined;
  /** Whose timers it waits on; they keep no process alive. @default the platform's */
  readonly clock?: Pick<Clock, "setTimeout" | "clearTimeout"> | undefined;
  /** Hears of what the handler or the database threw; the feed goes on. @default nobody */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A feed that has begun: what is committed from here on is in it. */
export interface Feed {
  /** Resolves when it was ended and no handler runs any more, or when its store was closed. */
  readonly ended: Promise<void>;
}

/** What `create` stores. The entry's `at`, `createdAt` and `updatedAt` are one instant. */
export interface NewNegotiation extends Omit<NegotiationRow, "version" | "turnCount" | "updatedAt"> {
  readonly entry: NewEntry;
  readonly outbox: readonly OutboxDraft[];
}

/** What `commit` stores over `expectedVersion`. */
export interface Commit
  extends Pick<
    NegotiationRow,
    "id" | "schema" | "status" | "isFinal" | "deadline" | "parked" | "floor" | "state"
  > {
  readonly expectedVersion: number;
  /** Epoch ms: the row's new `updatedAt` and the entry's `at`. */
  readonly now: number;
  readonly entry: NewEntry;
  readonly outbox: readonly OutboxDraft[];
}

/** `id` is the row in the way. Reasons in the order in which they are looked for. */
export type CreateResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: "duplicate" | "exists" | "exclusive"; readonly id: string };

/** Reasons in the order in which they are looked for; nothing is written. */
export type CommitResult =
  | { readonly ok: true; readonly version: number }
  | { readonly ok: false; readonly reason: "missing" | "duplicate" | "conflict" };

/** A due row, leased to the caller. */
export interface DueClaim extends Pick<NegotiationRow, "id" | "version" | "roomId"> {
  readonly deadline: Deadline;
  readonly leaseEndsAt: number;
}

/** The entries of a negotiation after a version, which is exclusive. */
export interface EntriesPlace {
  readonly id: string;
  /** -1: all. */
  readonly after: number;
}

/** A page of an ordered listing; `next` goes back in as `after`, `null` is the end. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** Filters that are combined with "and". */
export interface CountQuery {
  readonly roomId?: string | undefined;
  /** Initiator or responder. */
  readonly partyId?: string | undefined;
  readonly status?: string | undefined;
  readonly isFinal?: boolean | undefined;
  /** Epoch ms, inclusive. */
  readonly updatedSince?: number | undefined;
  readonly floor?: string | undefined;
}

/** `CountQuery` with two exact keys and a page. */
export interface ListQuery extends CountQuery {
  readonly exclusiveKey?: string | undefined;
  readonly createCommandId?: string | undefined;
  readonly limit: number;
  readonly after?: string | undefined;
  /**
   * Whether the reader is going to need the turns: it is spared a call for each row that brings them. A store may leave
   * them out, of long negotiations say, or altogether; they are then asked for one by one.
   * @default false
   */
  readonly withTurns?: boolean | undefined;
}

/**
 * Keeps negotiations. Methods answer a value or a promise; a value is used at once.
 *
 * A malformed call throws `TypeError` or `RangeError` before anything is done. The service takes every throw for an
 * unknown outcome, and asks again with the same command: drivers throw `TypeError` for a lost network too, so that
 * only the call checks of our own stores count as the caller's mistake. The library passes the instants in: a store
 * reads no clock and makes no ids.
 *
 * JSON that cannot be read breaks no page: the `state` of such a row is `null`, and so are such turns and bodies; the
 * service then says `record_damaged`. An entry with such a part is of the kind `damaged`, without turn and details.
 */
export interface NegotiationStore {
  /** All or nothing over row, entry and outbox. */
  create(negotiation: NewNegotiation): MaybePromise<CreateResult>;
  load(id: string): MaybePromise<NegotiationRow | null>;
  /** The turns of the entries, in order; `after` is exclusive, `upTo` inclusive, both turn numbers. */
  turns(
    id: string,
    range?: {
      readonly after?: number | undefined;
      readonly upTo?: number | undefined;
      readonly limit?: number | undefined;
    },
  ): MaybePromise<readonly Json[]>;
  /** All or nothing over row, entry and outbox; clears the lease. */
  commit(commit: Commit): MaybePromise<CommitResult>;
  /** `after` is an exclusive version. */
  entries(
    id: string,
    range?: { readonly after?: number | undefined; readonly limit?: number | undefined },
  ): MaybePromise<readonly Entry[]>;
  /** By `updatedAt` descending, then id. */
  list(query: ListQuery): MaybePromise<Page<NegotiationRow>>;
  /** By `firstParkedAt`, then id. `claimedBy: null` finds those that nobody holds. */
  listParked(query: {
    readonly partyId: string;
    readonly claimedBy: string | null;
    readonly limit: number;
    readonly after?: string | undefined;
  }): MaybePromise<Page<NegotiationRow>>;
  /** Due, unleased rows by `deadline.at`, then id; leases them until `now + leaseMs`. */
  claimDue(query: {
    readonly now: number;
    readonly limit: number;
    readonly leaseMs: number;
    readonly maxSchema: number;
    readonly roomIds?: readonly string[] | undefined;
    /** Are left out, and not leased: damaged ones, which a sweep leaves alone for a while. */
    readonly exceptIds?: readonly string[] | undefined;
  }): MaybePromise<readonly DueClaim[]>;
  /** How many rows `list` would find in all; counting stops at 10,000. */
  count(query: CountQuery): MaybePromise<number>;
  /** The smallest deadline of a non-final row, leased or not. */
  nextDeadline(): MaybePromise<number | null>;
  readOutbox(query: {
    readonly after: string | null;
    readonly limit: number;
  }): MaybePromise<readonly OutboxRecord[]>;
  /** Drops all records up to and including that position. */
  trimOutbox(upTo: string): MaybePromise<void>;
  /**
   * Hands on the outbox as it grows, whichever process writes it: at least once, in order for each negotiation.
   *
   * Optional: a service hears other processes only over a store that has it.
   *
   * @throws {TypeError} for a malformed position, or no signal
   */
  feed?(handler: FeedHandler, options: FeedOptions): MaybePromise<Feed>;
  /** Several `entries` in one question, in the order of the places. Optional: else each is asked for by itself. */
  entriesOfMany?(places: readonly EntriesPlace[]): MaybePromise<readonly (readonly Entry[])[]>;
  /** Removes row, entries and outbox records. @returns whether there was one */
  delete(id: string): MaybePromise<boolean>;
  /** Deletes final rows with `updatedAt < settledBefore`, oldest first. @returns how many */
  prune(query: { readonly settledBefore: number; readonly limit: number }): MaybePromise<number>;
  /** Idempotent; later calls throw `store_closed`. */
  close(): MaybePromise<void>;
}
