/**
 * @module
 * A store around a driver: what makes no sense, and every call of a store that was closed, is refused before the driver
 * hears of it. Whether a call fits what is stored is for the driver to find out.
 */

import { demandText, integerIn, integerName, mistake, unmet } from "../core/checks/index.js";
import type { Json } from "../core/json/index.js";
import type { Entry, NewEntry } from "../core/record/index.js";
import { NegotiationError } from "../errors.js";
import type {
  Commit,
  CommitResult,
  CountQuery,
  CreateResult,
  DueClaim,
  EntriesPlace,
  Feed,
  FeedHandler,
  FeedOptions,
  ListQuery,
  MaybePromise,
  NegotiationRow,
  NegotiationStore,
  NewNegotiation,
  OutboxRecord,
  Page,
} from "../ports/index.js";
import { type FeedSource, followed } from "./outbox-feed.js";

/** What does the work of a store: its calls come while that is open, and with arguments that make sense. */
export interface StoreDriver extends Omit<NegotiationStore, "feed"> {
  /** Whether its answers are promises, and so its refusals too. */
  readonly isAsynchronous: boolean;
  /** The outbox, to be followed. */
  source(options: FeedOptions): FeedSource;
}

/**
 * A driver's store. A malformed call throws, or rejects with, `TypeError` or `RangeError`, any call after `close()` a
 * `NegotiationError` `store_closed`.
 *
 * @see docs/requirements/storage.md, ST-13 and ST-20
 */
export abstract class CheckedStore<IsLater extends boolean> implements NegotiationStore {
  readonly #driver: StoreDriver;
  /** What wakes those who follow the outbox. */
  readonly #followers = new Set<() => void>();
  #isClosed = false;

  constructor(driver: StoreDriver & { readonly isAsynchronous: IsLater }) {
    this.#driver = driver;
  }

  create(negotiation: NewNegotiation): Answer<IsLater, CreateResult> {
    const answer = this.#refusal(checkCreate, negotiation) ?? this.#driver.create(negotiation);
    return this.#told(answer, negotiation) as Answer<IsLater, CreateResult>;
  }

  commit(commit: Commit): Answer<IsLater, CommitResult> {
    const answer = this.#refusal(checkCommit, commit) ?? this.#driver.commit(commit);
    return this.#told(answer, commit) as Answer<IsLater, CommitResult>;
  }

  load(id: string): Answer<IsLater, NegotiationRow | null> {
    return (this.#refusal(checkId, "id", id) ?? this.#driver.load(id)) as never;
  }

  turns(id: string, range: Range = {}): Answer<IsLater, readonly Json[]> {
    return (this.#refusal(checkRange, id, range) ?? this.#driver.turns(id, range)) as never;
  }

  entries(id: string, range: Omit<Range, "upTo"> = {}): Answer<IsLater, readonly Entry[]> {
    return (this.#refusal(checkRange, id, range) ?? this.#driver.entries(id, range)) as never;
  }

  list(query: ListQuery): Answer<IsLater, Page<NegotiationRow>> {
    return (this.#refusal(checkListing, query) ?? this.#driver.list(query)) as never;
  }

  listParked(query: Query<"listParked">): Answer<IsLater, Page<NegotiationRow>> {
    return (this.#refusal(checkParked, query) ?? this.#driver.listParked(query)) as never;
  }

  claimDue(query: Query<"claimDue">): Answer<IsLater, readonly DueClaim[]> {
    return (this.#refusal(checkClaimDue, query) ?? this.#driver.claimDue(query)) as never;
  }

  count(query: CountQuery): Answer<IsLater, number> {
    return (this.#refusal(checkFilter, query) ?? this.#driver.count(query)) as never;
  }

  nextDeadline(): Answer<IsLater, number | null> {
    return (this.#refusal(checkNothing) ?? this.#driver.nextDeadline()) as never;
  }

  readOutbox(query: Query<"readOutbox">): Answer<IsLater, readonly OutboxRecord[]> {
    return (this.#refusal(checkPage, query) ?? this.#driver.readOutbox(query)) as never;
  }

  trimOutbox(upTo: string): Answer<IsLater, void> {
    return (this.#refusal(checkNothing) ?? this.#driver.trimOutbox(upTo)) as never;
  }

  delete(id: string): Answer<IsLater, boolean> {
    return (this.#refusal(checkId, "id", id) ?? this.#driver.delete(id)) as never;
  }

  prune(query: Query<"prune">): Answer<IsLater, number> {
    return (this.#refusal(checkPruning, query) ?? this.#driver.prune(query)) as never;
  }

  feed(
    handler: FeedHandler,
    options: FeedOptions,
  ): IsLater extends true ? Promise<Feed> : MaybePromise<Feed> {
    const begin = (): MaybePromise<Feed> => this.#followed(handler, options);
    const begun = (): MaybePromise<Feed> =>
      this.#driver.isAsynchronous ? Promise.resolve().then(begin) : begin();
    return (this.#refusal(checkNothing) ?? begun()) as never;
  }

  close(): Answer<IsLater, void> {
    const isFirst = !this.#isClosed;
    this.#isClosed = true;
    for (const wake of this.#followers) wake();
    const ended = isFirst ? this.#driver.close() : undefined;
    return (this.#driver.isAsynchronous ? Promise.resolve(ended) : ended) as never;
  }

  /** @throws what a store throws for ids that are none, or once it was closed */
  protected checkPlaces(places: readonly EntriesPlace[]): void {
    this.#checkOpen();
    for (const { id } of places) checkId("id", id);
  }

  /** `undefined` for what may go on; else it throws, or is a promise that rejects where answers come later. */
  #refusal<Given extends readonly unknown[]>(check: (...given: Given) => void, ...given: Given): undefined {
    try {
      this.#checkOpen();
      check(...given);
      return undefined;
    } catch (error) {
      if (this.#driver.isAsynchronous) return Promise.reject(error) as never;
      throw error;
    }
  }

  #checkOpen(): void {
    if (!this.#isClosed) return;
    throw new NegotiationError(
      "store_closed",
      "Expected an open store, got one that was closed. Open it again.",
    );
  }

  /** Wakes those who follow at once, where nobody else writes; where others do, it is the source that hears of it. */
  #told(answer: MaybePromise<CommitResult | CreateResult>, { outbox }: Pick<Commit, "outbox">): unknown {
    if ("ok" in answer && answer.ok && outbox.length > 0) for (const wake of this.#followers) wake();
    return answer;
  }

  #followed(handler: FeedHandler, options: FeedOptions): MaybePromise<Feed> {
    const source = this.#driver.source(options);
    return followed(
      {
        ...source,
        read: (after, limit) => {
          this.#checkOpen();
          return source.read(after, limit);
        },
        hasNews: () => this.#isClosed || source.hasNews?.() !== false,
        watch: async (wake, given) => {
          this.#followers.add(wake);
          const stop = await source.watch?.(wake, given);
          return () => {
            this.#followers.delete(wake);
            stop?.();
          };
        },
      },
      handler,
      options,
    );
  }
}

/** What is answered: at once, or later. */
type Answer<IsLater extends boolean, Result> = IsLater extends true ? Promise<Result> : Result;

/** The only argument of a store's method. */
export type Query<Name extends "claimDue" | "listParked" | "readOutbox" | "prune"> = Parameters<
  NegotiationStore[Name]
>[0];

/** Which turns, or entries. */
export interface Range {
  readonly after?: number | undefined;
  readonly upTo?: number | undefined;
  readonly limit?: number | undefined;
}

/** Where `count` stops, as the port says. */
export const COUNT_LIMIT = 10_000;

/** Before the first row of a listing by an instant: ids are not empty, and instants not negative. */
export const BEFORE_ALL = { rank: -1, id: "" } as const;

/**
 * The number of a position in an outbox that counts its records.
 *
 * @throws {TypeError} when it is no position of such an outbox
 */
export function checkPosition(position: string): number {
  if (typeof position === "string" && /^\d+$/.test(position)) return Number(position);
  throw mistake(new TypeError(unmet("a position", "one from readOutbox", position)));
}

function checkCreate(negotiation: NewNegotiation): void {
  checkId("id", negotiation.id);
  checkId("roomId", negotiation.roomId);
  checkId("createCommandId", negotiation.createCommandId);
  checkId("initiatorId", negotiation.initiatorId);
  checkId("responderId", negotiation.responderId);
  if (negotiation.exclusiveKey !== null) demandText("exclusiveKey", negotiation.exclusiveKey);
  checkInstant("createdAt", negotiation.createdAt);
  checkWrite(negotiation);
  const { turnNumber } = negotiation.entry;
  if ((turnNumber ?? 1) !== 1)
    throw mistake(new RangeError(unmet("entry.turnNumber", "1 or null", turnNumber)));
}

function checkCommit(commit: Commit): void {
  checkId("id", commit.id);
  checkInteger("expectedVersion", commit.expectedVersion, 0);
  checkInstant("now", commit.now);
  checkWrite(commit);
}

function checkNothing(): void {}

function checkRange(id: string, { after = 0, upTo = 0, limit = 1 }: Range): void {
  checkId("id", id);
  checkInteger("after", after, 0);
  checkInteger("upTo", upTo, 0);
  checkPage({ limit });
}

function checkFilter(query: CountQuery): void {
  checkInstant("updatedSince", query.updatedSince ?? 0);
}

function checkPage({ limit }: { readonly limit: number }): void {
  checkInteger("limit", limit, 1);
}

function checkListing(query: ListQuery): void {
  checkFilter(query);
  checkPage(query);
}

function checkParked(query: Query<"listParked">): void {
  checkId("partyId", query.partyId);
  checkPage(query);
}

function checkClaimDue(query: Query<"claimDue">): void {
  checkInstant("now", query.now);
  checkPage(query);
  checkInteger("leaseMs", query.leaseMs, 1, LATEST_AT);
  checkInteger("maxSchema", query.maxSchema, 0);
  checkArray("roomIds", query.roomIds ?? []);
  checkArray("exceptIds", query.exceptIds ?? []);
}

function checkPruning(query: Query<"prune">): void {
  checkInstant("settledBefore", query.settledBefore);
  checkPage(query);
}

function checkId(name: string, value: string): void {
  demandText(name, value, 256);
}

/** An epoch ms that a `Date` can hold. */
function checkInstant(name: string, value: number): void {
  checkInteger(name, value, 0, LATEST_AT);
}

/** ECMA-262, the greatest time value of a `Date`. */
const LATEST_AT = 8_640_000_000_000_000;

function checkInteger(name: string, value: number, least: number, most?: number): void {
  if (typeof value !== "number") throw mistake(new TypeError(unmet(name, integerName(least, most), value)));
  integerIn(name, value, least, most);
}

function checkWrite(write: Omit<Commit, "id" | "expectedVersion" | "now">): void {
  const { isFinal, deadline, parked, floor } = write;
  checkInteger("schema", write.schema, 0);
  demandText("status", write.status);
  if (isFinal !== (deadline === null)) {
    throw mistake(new TypeError(unmet("isFinal", "false exactly where there is a deadline", isFinal)));
  }
  if (deadline !== null) {
    checkInstant("deadline.at", deadline.at);
    demandText("deadline.kind", deadline.kind);
  }
  if (parked !== null) {
    checkId("parked.partyId", parked.partyId);
    checkInstant("parked.firstParkedAt", parked.firstParkedAt);
    checkIdOrNull("parked.claimedBy", parked.claimedBy);
  }
  checkIdOrNull("floor", floor);
  if (write.state === undefined) throw mistake(new TypeError(unmet("state", "JSON", undefined)));
  checkEntry(write.entry);
  checkArray("outbox", write.outbox);
}

function checkIdOrNull(name: string, value: string | null): void {
  if (value !== null) checkId(name, value);
}

function checkEntry({ kind, commandId, turnNumber, turn }: NewEntry): void {
  demandText("entry.kind", kind);
  checkIdOrNull("entry.commandId", commandId);
  if (turnNumber !== null) checkInteger("entry.turnNumber", turnNumber, 1);
  if ((turn === null) !== (turnNumber === null)) {
    throw mistake(
      new TypeError(unmet("entry.turnNumber", "there with entry.turn, and with it only", turnNumber)),
    );
  }
}

function checkArray(name: string, value: readonly unknown[]): void {
  if (!Array.isArray(value)) throw mistake(new TypeError(unmet(name, "an array", value)));
}
