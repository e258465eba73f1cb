/**
 * @module
 * The store over PostgreSQL: a commit is one statement, on whatever connection is free. What the tables look
 * like is in `postgres-tables.ts`, the SQL in `postgres-statements.ts`.
 */

import type { Json } from "../../core/json/index.js";
import type { Entry } from "../../core/record/index.js";
import type {
  Commit,
  CommitResult,
  CountQuery,
  CreateResult,
  DueClaim,
  EntriesPlace,
  FeedOptions,
  ListQuery,
  NegotiationRow,
  NewNegotiation,
  OutboxRecord,
  Page,
} from "../../ports/index.js";
import {
  BEFORE_ALL,
  CheckedStore,
  COUNT_LIMIT,
  type FeedSource,
  placeOf,
  type Query,
  type Range,
  type StoreDriver,
} from "../index.js";
import {
  contentOfEntry,
  countSql,
  entryOfColumns,
  listSql,
  pageOf,
  rowOfColumns,
  sqlText,
  sqlTextOrNull,
  stringOfSql,
  turnOfColumns,
  valuesOfCommit,
  valuesOfCreate,
} from "../sql/index.js";
import type { Committed } from "./commit-hook.js";
import { clearFailure, isRolledBack, isUniqueViolation } from "./postgres-failures.js";
import { checkRoomToListen, OutboxBell, OutboxListener } from "./postgres-feed.js";
import {
  claimsOf,
  entriesOfColumns,
  eventOfColumns,
  FIRST_PLACE,
  fedEventOfColumns,
  outboxPlaceOf,
  valuesOfEvents,
} from "./postgres-rows.js";
import { type PostgresConnections, PostgresSession } from "./postgres-session.js";

/**
 * Keeps negotiations in PostgreSQL; made by `openPostgresStore`.
 *
 * A malformed call rejects with `TypeError` or `RangeError`, any call after `close()` with a `NegotiationError`
 * `store_closed`. Another rejection means that the outcome is unknown: the same command can be sent again.
 *
 * @see docs/requirements/storage.md, sections 3 and 6
 */
export class PostgresStore extends CheckedStore<true> {
  readonly #driver: PostgresDriver;

  /** Asks nothing of the client yet. */
  constructor(connections: PostgresConnections) {
    const driver = new PostgresDriver(connections);
    super(driver);
    this.#driver = driver;
  }

  async entriesOfMany(places: readonly EntriesPlace[]): Promise<readonly (readonly Entry[])[]> {
    this.checkPlaces(places);
    return this.#driver.entriesOfMany(places);
  }
}

/** What does the work of a `PostgresStore`. */
class PostgresDriver implements StoreDriver {
  readonly isAsynchronous = true;
  readonly #session: PostgresSession;
  readonly #bell: OutboxBell;

  constructor(connections: PostgresConnections) {
    this.#session = new PostgresSession(connections);
    this.#bell = new OutboxBell(this.#session.client, this.#session.channel);
  }

  async create(negotiation: NewNegotiation): Promise<CreateResult> {
    const { id, roomId, createCommandId, exclusiveKey, entry, deadline } = negotiation;
    const state = JSON.stringify(negotiation.state);
    // The service hands in the state as the details of the first entry too: it is written out once.
    const details = entry.details === negotiation.state ? state : undefined;
    const values = [
      ...valuesOfCreate(negotiation, negotiation.isFinal, state),
      ...contentOfEntry(entry, details),
      ...valuesOfEvents(negotiation.outbox),
    ];
    const others = [sqlText(roomId), sqlText(createCommandId), sqlText(id), sqlTextOrNull(exclusiveKey)];
    const { create, createAndTell, inTheWay } = this.#session.statements;
    const sql = negotiation.outbox.length === 0 ? create : createAndTell;
    for (let tries = 1; ; tries++) {
      const failure = await this.#failureOf(sql, values, () => ({ id, version: 0, roomId, deadline }));
      if (failure === null) {
        if (negotiation.outbox.length > 0) this.#bell.ring();
        return { ok: true };
      }
      const [row] = await this.#session.rows(inTheWay, others);
      if (row !== undefined) return refusalOf(row as RowInTheWay);
      // What was in the way has gone between the two statements, or the server took the first one back.
      if (isUniqueViolation(failure)) throw clearFailure(failure);
      if (tries === MOST_TRIES) throw new Error("Expected room for a new negotiation, got others each time.");
    }
  }

  async commit(commit: Commit): Promise<CommitResult> {
    const { id, expectedVersion, entry, deadline } = commit;
    const version = expectedVersion + 1;
    const turnsBefore = entry.turnNumber === null ? null : entry.turnNumber - 1;
    const values = [
      ...valuesOfCommit(commit, commit.isFinal),
      sqlText(id),
      expectedVersion,
      turnsBefore,
      ...contentOfEntry(entry),
      ...valuesOfEvents(commit.outbox),
    ];
    const { commit: quiet, commitAndTell } = this.#session.statements;
    const sql = commit.outbox.length === 0 ? quiet : commitAndTell;
    for (let tries = 1; ; tries++) {
      const failure = await this.#failureOf(sql, values, (roomId) => ({ id, version, roomId, deadline }));
      if (failure === null) {
        if (commit.outbox.length > 0) this.#bell.ring();
        return { ok: true, version };
      }
      const { reason, found } = await this.#whyNot(id, entry.commandId);
      if (reason !== "conflict" || found !== expectedVersion) return { ok: false, reason };
      if (failure === undefined) {
        // The row may have come between the statement and the look; if not, it is the turn's number that is wrong.
        if (tries > 1) return { ok: false, reason };
        continue;
      }
      // Nothing of ours was in the way: if something of the host's is twice, it is for the host to hear of it,
      if (!isRolledBack(failure)) throw clearFailure(failure);
      // and what the server took back though nobody moved this row can be done again.
      if (tries === MOST_TRIES) return { ok: false, reason };
    }
  }

  async load(id: string): Promise<NegotiationRow | null> {
    const [row] = await this.#session.rows(this.#session.statements.load, [sqlText(id)]);
    return row === undefined ? null : rowOfColumns(row);
  }

  async turns(id: string, range: Range): Promise<readonly Json[]> {
    const { after = 0, upTo = Number.MAX_SAFE_INTEGER, limit = UNLIMITED } = range;
    const rows = await this.#session.rows(this.#session.statements.turns, [sqlText(id), after, upTo, limit]);
    return rows.map(turnOfColumns);
  }

  async entries(id: string, range: Omit<Range, "upTo">): Promise<readonly Entry[]> {
    const { after = -1, limit = UNLIMITED } = range;
    const rows = await this.#session.rows(this.#session.statements.entries, [sqlText(id), after, limit]);
    return rows.map(entryOfColumns);
  }

  async entriesOfMany(places: readonly EntriesPlace[]): Promise<readonly (readonly Entry[])[]> {
    const { entriesOfMany } = this.#session.statements;
    const values = [places.map(({ id }) => sqlText(id)), places.map(({ after }) => after)];
    return entriesOfColumns(await this.#session.rows(entriesOfMany, values), places.length);
  }

  async list(query: ListQuery): Promise<Page<NegotiationRow>> {
    const { limit } = query;
    const place = query.after === undefined ? undefined : placeOf(query.after);
    const { sql, values } = listSql(this.#session.table, query, place, limit + 1);
    return pageOf(await this.#session.rows(sql, values), limit, ({ updatedAt }) => updatedAt);
  }

  async listParked(query: Query<"listParked">): Promise<Page<NegotiationRow>> {
    const { limit, claimedBy } = query;
    const { rank, id } = query.after === undefined ? BEFORE_ALL : placeOf(query.after);
    const { parkedFree, parkedClaimed } = this.#session.statements;
    const claimant = claimedBy === null ? [] : [sqlText(claimedBy)];
    const values = [sqlText(query.partyId), ...claimant, rank, sqlText(id), limit + 1];
    const rows = await this.#session.rows(claimedBy === null ? parkedFree : parkedClaimed, values);
    return pageOf(rows, limit, ({ parked }) => parked?.firstParkedAt ?? 0);
  }

  async claimDue(query: Query<"claimDue">): Promise<readonly DueClaim[]> {
    const { now, limit, leaseMs, maxSchema, roomIds, exceptIds = [] } = query;
    const leaseEndsAt = now + leaseMs;
    const { due, dueInRooms } = this.#session.statements;
    const rooms = roomIds === undefined ? [] : [roomIds.map(sqlText)];
    const values = [leaseEndsAt, now, now, maxSchema, exceptIds.map(sqlText), ...rooms, limit];
    return claimsOf(await this.#session.rows(roomIds === undefined ? due : dueInRooms, values), leaseEndsAt);
  }

  async count(query: CountQuery): Promise<number> {
    const { sql, values } = countSql(this.#session.table, query, COUNT_LIMIT);
    const [row] = await this.#session.rows(sql, values);
    return Number((row as { readonly count: unknown }).count);
  }

  async nextDeadline(): Promise<number | null> {
    const [row] = await this.#session.rows(this.#session.statements.nextDeadline, []);
    return row === undefined ? null : Number((row as { readonly deadline_at: unknown }).deadline_at);
  }

  async readOutbox(query: Query<"readOutbox">): Promise<readonly OutboxRecord[]> {
    const place = query.after === null ? FIRST_PLACE : outboxPlaceOf(query.after);
    const rows = await this.#session.rows(this.#session.statements.readOutbox, [...place, query.limit]);
    return rows.map(eventOfColumns);
  }

  /**
   * Listens on a connection of its own that the client lends, and looks every `pollMs` besides; only the latter where
   * the client lends none, or a pooler forgets who listens.
   */
  source({ roomIds }: FeedOptions): FeedSource {
    const { statements, client, channel } = this.#session;
    checkRoomToListen(client);
    // Whoever hears all rooms need not know which one it is.
    const sql = roomIds === undefined ? statements.readOutbox : statements.readFeed;
    const usualMs = 1_000;
    return {
      pollMs: usualMs,
      // Chosen: a page then holds the commits of a few ms, which costs the server less than one for each.
      restMs: 5,
      newest: async () => {
        const [row] = await this.#session.rows(statements.newest, []);
        return `${(row as { readonly xid: string }).xid}-0`;
      },
      read: async (after, limit) => {
        const place = after === null ? FIRST_PLACE : outboxPlaceOf(after);
        return (await this.#session.rows(sql, [...place, limit])).map(fedEventOfColumns);
      },
      watch: async (wake, { pollMs = usualMs, ...others }) => {
        const listener = new OutboxListener(client, channel, wake, { pollMs, ...others });
        await listener.begin();
        return () => listener.end();
      },
    };
  }

  async trimOutbox(upTo: string): Promise<void> {
    await this.#session.rows(this.#session.statements.trimOutbox, outboxPlaceOf(upTo));
  }

  async delete(id: string): Promise<boolean> {
    for (let tries = 1; ; tries++) {
      const { seen, gone } = await this.#remove(this.#session.statements.remove, [sqlText(id)]);
      if (gone === seen) return gone > 0;
      // It was committed to meanwhile.
      if (tries === MOST_TRIES) throw new Error("Expected to delete a negotiation, got a commit each time.");
    }
  }

  async prune(query: Query<"prune">): Promise<number> {
    const { prune } = this.#session.statements;
    return (await this.#remove(prune, [query.settledBefore, query.limit])).gone;
  }

  /** The client was handed in: it stays open. */
  async close(): Promise<void> {}

  /**
   * What came of a write: `null` when it was done, `undefined` when it found no row or gave way to one, else
   * an error after which nothing of it is left.
   *
   * @throws {Error} when the outcome is unknown, or the hook threw
   */
  async #failureOf(
    sql: string,
    values: readonly unknown[],
    committed: (roomId: string) => Committed,
  ): Promise<unknown> {
    try {
      return (await this.#session.write(sql, values, committed)) ? null : undefined;
    } catch (error) {
      if (isRolledBack(error) || isUniqueViolation(error)) return error;
      throw clearFailure(error);
    }
  }

  async #whyNot(
    id: string,
    commandId: string | null,
  ): Promise<{ readonly reason: "missing" | "duplicate" | "conflict"; readonly found?: number }> {
    const key = sqlText(id);
    const [row] = await this.#session.rows(this.#session.statements.whyNot, [
      key,
      sqlTextOrNull(commandId),
      key,
    ]);
    if (row === undefined) return { reason: "missing" };
    const { is_stored, version } = row as { readonly is_stored: boolean; readonly version: unknown };
    return { reason: is_stored ? "duplicate" : "conflict", found: Number(version) };
  }

  async #remove(
    sql: string,
    values: readonly unknown[],
  ): Promise<{ readonly seen: number; readonly gone: number }> {
    const [row] = await this.#session.rows(sql, values);
    const { seen, gone } = row as { readonly seen: unknown; readonly gone: unknown };
    return { seen: Number(seen), gone: Number(gone) };
  }
}

/** The row that a creation had to give way to, and which of its keys is the same. */
interface RowInTheWay {
  readonly rank: 1 | 2 | 3;
  readonly id: string;
}

/** PostgreSQL's own word for no LIMIT. */
const UNLIMITED = null;

/** Chosen: each failure means that somebody else got through. */
const MOST_TRIES = 10;

function refusalOf({ rank, id }: RowInTheWay): CreateResult {
  const reasons = { 1: "duplicate", 2: "exists", 3: "exclusive" } as const;
  return { ok: false, reason: reasons[rank], id: stringOfSql(id) };
}
