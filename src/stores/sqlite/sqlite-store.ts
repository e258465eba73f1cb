/**
 * @module
 * The store over one SQLite file: every answer is there at once, and a commit is one transaction. What the
 * tables look like is in `tables/`, the SQL in `sqlite-statements.ts`.
 */

import type { Json } from "../../core/json/index.js";
import type { Entry } from "../../core/record/index.js";
import type {
  Commit,
  CommitResult,
  CountQuery,
  CreateResult,
  DueClaim,
  ListQuery,
  MaybePromise,
  NegotiationRow,
  NewNegotiation,
  OutboxDraft,
  OutboxRecord,
  Page,
} from "../../ports/index.js";
import {
  BEFORE_ALL,
  CheckedStore,
  COUNT_LIMIT,
  checkPosition,
  type FeedSource,
  placeOf,
  type Query,
  type Range,
  type StoreDriver,
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
import { GroupCommit } from "./group-commit.js";
import { type SqliteConnection, SqliteSession } from "./sqlite-session.js";

/**
 * Keeps negotiations in an SQLite file; made by `openSqliteStore`.
 *
 * A malformed call throws `TypeError` or `RangeError`, any call after `close()` a `NegotiationError`
 * `store_closed`. Another throw is an `Error` that says what is wrong: a full disk, a locked or read-only file.
 *
 * @see docs/requirements/storage.md, sections 3 and 6
 */
export class SqliteStore extends CheckedStore<false> {
  /** Begins no transaction and changes nothing. */
  constructor(connection: SqliteConnection) {
    super(new SqliteDriver(connection));
  }
}

/** The same with group commit: every answer is a promise, and every throw a rejection. */
export class GroupedSqliteStore extends CheckedStore<true> {
  /** @param groupCommitMs - for how long a commit waits for others */
  constructor(connection: SqliteConnection, groupCommitMs: number) {
    super(answeringLater(new SqliteDriver(connection, groupCommitMs)));
  }
}

/** The driver, but for `source` each method as a promise. */
function answeringLater(driver: SqliteDriver): StoreDriver & { readonly isAsynchronous: true } {
  return new Proxy<StoreDriver>(driver, {
    get: (_, name) => {
      const method: unknown = Reflect.get(driver, name);
      if (typeof method !== "function") return name === "isAsynchronous" || method;
      if (name === "source") return method.bind(driver);
      return async (...given: readonly unknown[]) => Reflect.apply(method, driver, given);
    },
  }) as StoreDriver & { readonly isAsynchronous: true };
}

/** What does the work of both. */
class SqliteDriver implements StoreDriver {
  readonly isAsynchronous = false;
  readonly #session: SqliteSession;
  readonly #group: GroupCommit | undefined;

  constructor(connection: SqliteConnection, groupCommitMs?: number) {
    this.#session = new SqliteSession(connection);
    if (groupCommitMs !== undefined) this.#group = new GroupCommit(this.#session, groupCommitMs);
  }

  create(negotiation: NewNegotiation): MaybePromise<CreateResult> {
    const { createdAt: at, schema, entry } = negotiation;
    const id = sqlText(negotiation.id);
    const state = JSON.stringify(negotiation.state);
    const values = valuesOfCreate(negotiation, negotiation.isFinal ? 1 : 0, state);
    // The service hands in the state as the details of the first entry too: it is written out once.
    const details = entry.details === negotiation.state ? state : undefined;
    const first = valuesOfEntry(id, 0, { schema, at }, entry, details);
    const events = valuesOfEvents(id, 0, negotiation.outbox);
    return this.#write<CreateResult>(() => {
      if (Number(this.#session.statements.create.run(...values).changes) === 0)
        return this.#inTheWay(negotiation);
      this.#session.statements.addEntry.run(...first);
      for (const event of events) this.#session.statements.addEvent.run(...event);
      return { ok: true };
    });
  }

  commit(commit: Commit): MaybePromise<CommitResult> {
    const { expectedVersion, now: at, schema, entry } = commit;
    const id = sqlText(commit.id);
    const version = expectedVersion + 1;
    const turnsBefore = entry.turnNumber === null ? null : entry.turnNumber - 1;
    const values = [...valuesOfCommit(commit, commit.isFinal ? 1 : 0), id, expectedVersion, turnsBefore];
    const next = valuesOfEntry(id, version, { schema, at }, entry);
    const events = valuesOfEvents(id, version, commit.outbox);
    return this.#write<CommitResult>(() => {
      const { update, addEntry, addEvent } = this.#session.statements;
      if (Number(update.run(...values).changes) === 0) return this.#whyNot(id, entry.commandId);
      if (Number(addEntry.run(...next).changes) === 0) return { ok: false, reason: "duplicate" };
      for (const event of events) addEvent.run(...event);
      return { ok: true, version };
    });
  }

  load(id: string): NegotiationRow | null {
    const row = this.#session.read(() => this.#session.statements.load.get(sqlText(id)));
    return row === undefined ? null : rowOfColumns(row);
  }

  turns(id: string, range: Range): readonly Json[] {
    const { after = 0, upTo = Number.MAX_SAFE_INTEGER, limit = Number.MAX_SAFE_INTEGER } = range;
    // Turns are numbered without gaps; SQL's LIMIT would cost a third of the reading of a short negotiation.
    const last = Math.min(upTo, after + limit, Number.MAX_SAFE_INTEGER);
    return this.#session
      .read(() => this.#session.statements.turns.all(sqlText(id), after, last))
      .map(turnOfColumns);
  }

  entries(id: string, range: Omit<Range, "upTo">): readonly Entry[] {
    const { after = -1, limit = UNLIMITED } = range;
    return this.#session
      .read(() => this.#session.statements.entries.all(sqlText(id), after, limit))
      .map(entryOfColumns);
  }

  list(query: ListQuery): Page<NegotiationRow> {
    const place = query.after === undefined ? undefined : placeOf(query.after);
    const rows = this.#session.rows(listSql(this.#session.table, query, place, query.limit + 1));
    return pageOf(rows, query.limit, ({ updatedAt }) => updatedAt);
  }

  listParked(query: Query<"listParked">): Page<NegotiationRow> {
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
    const [row] = this.#session.rows(countSql(this.#session.table, query, COUNT_LIMIT));
    return Number((row as { readonly count: number | bigint }).count);
  }

  nextDeadline(): number | null {
    const row = this.#session.read(() => this.#session.statements.nextDeadline.get());
    return row === undefined ? null : Number((row as { readonly deadline_at: number | bigint }).deadline_at);
  }

  readOutbox(query: Query<"readOutbox">): readonly OutboxRecord[] {
    const after = query.after === null ? 0 : checkPosition(query.after);
    return this.#session
      .read(() => this.#session.statements.readOutbox.all(after, query.limit))
      .map(recordOfColumns);
  }

  /** Looks every 200 ms whether another connection has committed: SQLite has no way to tell. */
  source(): FeedSource {
    const { statements } = this.#session;
    let seen: unknown;
    return {
      pollMs: 200,
      newest: () => {
        const row = this.#session.read(() => statements.newest.get());
        return row === undefined ? null : String((row as { readonly seq: number | bigint }).seq);
      },
      read: (after, limit) => {
        const place = after === null ? 0 : checkPosition(after);
        return this.#session.read(() => statements.readFeed.all(place, limit)).map(fedRecordOfColumns);
      },
      hasNews: () => {
        const { data_version: found } = this.#session.read(() => statements.dataVersion.get()) as {
          readonly data_version: number | bigint;
        };
        const isNew = found !== seen;
        seen = found;
        return isNew;
      },
      watch: (wake) => this.#group?.watch(wake) ?? (() => {}),
    };
  }

  trimOutbox(upTo: string): void {
    const position = checkPosition(upTo);
    this.#session.write(() => void this.#session.statements.trimOutbox.run(position));
  }

  delete(id: string): boolean {
    return this.#session.write(() => this.#drop([sqlText(id)]) > 0);
  }

  prune(query: Query<"prune">): number {
    return this.#session.write(() => {
      const rows = this.#session.statements.settled.all(query.settledBefore, query.limit);
      return this.#drop(rows.map((row) => (row as { readonly id: string }).id));
    });
  }

  close(): void {
    this.#group?.flush();
    this.#session.close();
  }

  #write<T>(work: () => T): MaybePromise<T> {
    return this.#group === undefined ? this.#session.write(work) : this.#group.write(work);
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

/** SQLite's own word for no LIMIT. */
const UNLIMITED = -1;

function idIn(row: unknown): string | undefined {
  return row === undefined ? undefined : stringOfSql((row as { readonly id: string }).id);
}

function valuesOfEvents(id: string, version: number, outbox: readonly OutboxDraft[]): SqlValue[][] {
  return outbox.map(({ type, body }, index) => [id, version, index, sqlText(type), JSON.stringify(body)]);
}
