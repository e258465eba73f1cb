/**
 * @module
 * The store over one SQLite file: every answer is there at once, and a commit is one transaction. What the
 * tables look like is in `sqlite-layout.ts`, the SQL in `sqlite-statements.ts`.
 */

import type { Json } from "../../core/json/index.js";
import type { Entry } from "../../core/record/index.js";
import type {
  Commit,
  CommitResult,
  CountQuery,
  CreateResult,
  DueClaim,
  Feed,
  FeedHandler,
  FeedOptions,
  ListQuery,
  MaybePromise,
  NegotiationRow,
  NegotiationStore,
  NewNegotiation,
  OutboxDraft,
  OutboxRecord,
  Page,
} from "../../ports/index.js";
import {
  checkClaimDue,
  checkCommit,
  checkCreate,
  checkFilter,
  checkId,
  checkInstant,
  checkLimit,
  checkOpen,
  checkPosition,
  checkRange,
  type FeedSource,
  followed,
  placeOf,
} from "../index.js";
import {
  claimOfColumns,
  countSql,
  entryOfColumns,
  fedRecordOfColumns,
  listSql,
  pageOf,
  recordOfColumns,
  rowOfColumns,
  type SqlValue,
  sqlText,
  stringOfSql,
  turnOfColumns,
  valuesOfCommit,
  valuesOfCreate,
  valuesOfEntry,
} from "../sql/index.js";
import { type SqliteConnection, SqliteSession } from "./sqlite-session.js";

/**
 * Keeps negotiations in an SQLite file; made by `openSqliteStore`.
 *
 * A malformed call throws `TypeError` or `RangeError`, any call after `close()` a `NegotiationError`
 * `store_closed`. Another throw is an `Error` that says what is wrong: a full disk, a locked or read-only file.
 *
 * @see docs/requirements/storage.md, sections 3 and 6
 */
export class SqliteStore implements NegotiationStore {
  readonly #session: SqliteSession;
  /** What wakes those who follow the outbox. */
  readonly #followers = new Set<() => void>();
  #isClosed = false;

  /** Begins no transaction and changes nothing. */
  constructor(connection: SqliteConnection) {
    this.#session = new SqliteSession(connection);
  }

  create(negotiation: NewNegotiation): CreateResult {
    checkOpen(this.#isClosed);
    checkCreate(negotiation);
    const { createdAt: at, schema, entry } = negotiation;
    const id = sqlText(negotiation.id);
    const state = JSON.stringify(negotiation.state);
    const values = valuesOfCreate(negotiation, negotiation.isFinal ? 1 : 0, state);
    // The service hands in the state as the details of the first entry too: it is written out once.
    const details = entry.details === negotiation.state ? state : undefined;
    const first = valuesOfEntry(id, 0, { schema, at }, entry, details);
    const events = valuesOfEvents(id, 0, negotiation.outbox);
    return this.#told(() => {
      if (Number(this.#session.statements.create.run(...values).changes) === 0)
        return this.#inTheWay(negotiation);
      this.#session.statements.addEntry.run(...first);
      for (const event of events) this.#session.statements.addEvent.run(...event);
      return { ok: true };
    }, events.length);
  }

  commit(commit: Commit): CommitResult {
    checkOpen(this.#isClosed);
    checkCommit(commit);
    const { expectedVersion, now: at, schema, entry } = commit;
    const id = sqlText(commit.id);
    const version = expectedVersion + 1;
    const turnsBefore = entry.turnNumber === null ? null : entry.turnNumber - 1;
    const values = [...valuesOfCommit(commit, commit.isFinal ? 1 : 0), id, expectedVersion, turnsBefore];
    const next = valuesOfEntry(id, version, { schema, at }, entry);
    const events = valuesOfEvents(id, version, commit.outbox);
    return this.#told<CommitResult>(() => {
      const { update, addEntry, addEvent } = this.#session.statements;
      if (Number(update.run(...values).changes) === 0) return this.#whyNot(id, entry.commandId);
      if (Number(addEntry.run(...next).changes) === 0) return { ok: false, reason: "duplicate" };
      for (const event of events) addEvent.run(...event);
      return { ok: true, version };
    }, events.length);
  }

  load(id: string): NegotiationRow | null {
    checkOpen(this.#isClosed);
    checkId("id", id);
    const row = this.#session.read(() => this.#session.statements.load.get(sqlText(id)));
    return row === undefined ? null : rowOfColumns(row);
  }

  turns(
    id: string,
    range: {
      readonly after?: number | undefined;
      readonly upTo?: number | undefined;
      readonly limit?: number | undefined;
    } = {},
  ): readonly Json[] {
    checkOpen(this.#isClosed);
    checkRange(id, range);
    const { after = 0, upTo = Number.MAX_SAFE_INTEGER, limit = Number.MAX_SAFE_INTEGER } = range;
    // Turns are numbered without gaps; SQL's LIMIT would cost a third of the reading of a short negotiation.
    const last = Math.min(upTo, after + limit, Number.MAX_SAFE_INTEGER);
    return this.#session
      .read(() => this.#session.statements.turns.all(sqlText(id), after, last))
      .map(turnOfColumns);
  }

  entries(
    id: string,
    range: { readonly after?: number | undefined; readonly limit?: number | undefined } = {},
  ): readonly Entry[] {
    checkOpen(this.#isClosed);
    checkRange(id, range);
    const { after = -1, limit = UNLIMITED } = range;
    return this.#session
      .read(() => this.#session.statements.entries.all(sqlText(id), after, limit))
      .map(entryOfColumns);
  }

  list(query: ListQuery): Page<NegotiationRow> {
    checkOpen(this.#isClosed);
    checkFilter(query);
    checkLimit(query.limit);
    const place = query.after === undefined ? undefined : placeOf(query.after);
    const rows = this.#session.rows(listSql(this.#session.table, query, place, query.limit + 1));
    return pageOf(rows, query.limit, ({ updatedAt }) => updatedAt);
  }

  listParked(query: Query<"listParked">): Page<NegotiationRow> {
    checkOpen(this.#isClosed);
    checkId("partyId", query.partyId);
    checkLimit(query.limit);
    const { rank, id } = query.after === undefined ? BEFORE_ALL : placeOf(query.after);
    const { parkedFree, parkedClaimed } = this.#session.statements;
    const partyId = sqlText(query.partyId);
    const page = [rank, sqlText(id), query.limit + 1] as const;
    const rows = this.#session.read(() =>
      query.claimedBy === null
        ? parkedFree.all(partyId, ...page)
        : parkedClaimed.all(partyId, sqlText(query.claimedBy), ...page),
    );
    return pageOf(rows, query.limit, ({ parked }) => parked?.firstParkedAt ?? 0);
  }

  claimDue(query: Query<"claimDue">): readonly DueClaim[] {
    checkOpen(this.#isClosed);
    checkClaimDue(query);
    const { now, limit, leaseMs, maxSchema, roomIds, exceptIds = [] } = query;
    const ids = (exceptIds: readonly string[]): string => JSON.stringify(exceptIds.map(sqlText));
    const rooms = roomIds === undefined ? [] : [ids(roomIds)];
    const statement =
      roomIds === undefined ? this.#session.statements.due : this.#session.statements.dueInRooms;
    const values = [now, now, maxSchema, ids(exceptIds), ...rooms] as const;
    // Mostly nothing is due, and then nobody who writes has to wait.
    if (this.#session.read(() => statement.get(...values, 1)) === undefined) return [];
    return this.#session.write(() => {
      const claims = statement.all(...values, limit).map((row) => claimOfColumns(row, now + leaseMs));
      this.#session.statements.lease.run(now + leaseMs, JSON.stringify(claims.map(({ id }) => sqlText(id))));
      return claims;
    });
  }

  count(query: CountQuery): number {
    checkOpen(this.#isClosed);
    checkFilter(query);
    const [row] = this.#session.rows(countSql(this.#session.table, query, COUNT_LIMIT));
    return Number((row as { readonly count: number | bigint }).count);
  }

  nextDeadline(): number | null {
    checkOpen(this.#isClosed);
    const row = this.#session.read(() => this.#session.statements.nextDeadline.get());
    return row === undefined ? null : Number((row as { readonly deadline_at: number | bigint }).deadline_at);
  }

  readOutbox(query: Query<"readOutbox">): readonly OutboxRecord[] {
    checkOpen(this.#isClosed);
    checkLimit(query.limit);
    const after = query.after === null ? 0 : checkPosition(query.after);
    return this.#session
      .read(() => this.#session.statements.readOutbox.all(after, query.limit))
      .map(recordOfColumns);
  }

  /** Looks every 200 ms whether another connection has committed: SQLite has no way to tell. */
  feed(handler: FeedHandler, options: FeedOptions): MaybePromise<Feed> {
    checkOpen(this.#isClosed);
    const { statements } = this.#session;
    let seen: unknown;
    const source: FeedSource = {
      pollMs: 200,
      newest: () => {
        const row = this.#session.read(() => statements.newest.get());
        return row === undefined ? null : String((row as { readonly seq: number | bigint }).seq);
      },
      read: (after, limit) => {
        checkOpen(this.#isClosed);
        const place = after === null ? 0 : checkPosition(after);
        return this.#session.read(() => statements.readFeed.all(place, limit)).map(fedRecordOfColumns);
      },
      hasNews: () => {
        checkOpen(this.#isClosed);
        const { data_version: found } = this.#session.read(() => statements.dataVersion.get()) as {
          readonly data_version: number | bigint;
        };
        const isNew = found !== seen;
        seen = found;
        return isNew;
      },
      watch: (wake) => {
        this.#followers.add(wake);
        return () => void this.#followers.delete(wake);
      },
    };
    return followed(source, handler, options);
  }

  trimOutbox(upTo: string): void {
    checkOpen(this.#isClosed);
    const position = checkPosition(upTo);
    this.#session.write(() => void this.#session.statements.trimOutbox.run(position));
  }

  delete(id: string): boolean {
    checkOpen(this.#isClosed);
    checkId("id", id);
    return this.#session.write(() => this.#drop([sqlText(id)]) > 0);
  }

  prune(query: Query<"prune">): number {
    checkOpen(this.#isClosed);
    checkInstant("settledBefore", query.settledBefore);
    checkLimit(query.limit);
    return this.#session.write(() => {
      const rows = this.#session.statements.settled.all(query.settledBefore, query.limit);
      return this.#drop(rows.map((row) => (row as { readonly id: string }).id));
    });
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const wake of this.#followers) wake();
    this.#session.close();
  }

  /** A write that tells so many events: SQLite says nothing of this connection's own. */
  #told<Result extends CommitResult | CreateResult>(work: () => Result, eventCount: number): Result {
    const result = this.#session.write(work);
    if (eventCount > 0 && result.ok) for (const wake of this.#followers) wake();
    return result;
  }

  #inTheWay({ id, roomId, createCommandId, exclusiveKey }: NewNegotiation): CreateResult {
    const { createdBy, exists, holder } = this.#session.statements;
    const twin = idIn(createdBy.get(sqlText(roomId), sqlText(createCommandId)));
    if (twin !== undefined) return { ok: false, reason: "duplicate", id: twin };
    if (exists.get(sqlText(id)) !== undefined) return { ok: false, reason: "exists", id };
    const rival = idIn(exclusiveKey === null ? undefined : holder.get(sqlText(exclusiveKey)));
    return { ok: false, reason: "exclusive", id: rival ?? id };
  }

  #whyNot(id: string, commandId: string | null): CommitResult {
    const { exists, hasCommand } = this.#session.statements;
    if (exists.get(id) === undefined) return { ok: false, reason: "missing" };
    const isStored = commandId !== null && hasCommand.get(id, sqlText(commandId)) !== undefined;
    return { ok: false, reason: isStored ? "duplicate" : "conflict" };
  }

  /** @param ids - as `sqlText` made them */
  #drop(ids: readonly string[]): number {
    const these = JSON.stringify(ids);
    const { dropEvents, dropEntries, drop } = this.#session.statements;
    dropEvents.run(these);
    dropEntries.run(these);
    return Number(drop.run(these).changes);
  }
}

/** The only argument of a store's method. */
type Query<Method extends "claimDue" | "listParked" | "readOutbox" | "prune"> = Parameters<
  NegotiationStore[Method]
>[0];

/** Where `count` stops, as the port says. */
const COUNT_LIMIT = 10_000;

/** SQLite's own word for no LIMIT. */
const UNLIMITED = -1;

/** Ids are not empty, and instants not negative. */
const BEFORE_ALL = { rank: -1, id: "" } as const;

function idIn(row: unknown): string | undefined {
  return row === undefined ? undefined : stringOfSql((row as { readonly id: string }).id);
}

function valuesOfEvents(id: string, version: number, outbox: readonly OutboxDraft[]): SqlValue[][] {
  return outbox.map(({ type, body }, index) => [id, version, index, sqlText(type), JSON.stringify(body)]);
}
