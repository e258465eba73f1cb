/**
 * @module
 * The negotiations of one party, page by page, as it may see them (a query that is bound to nobody would show
 * everybody's), and the turns of one: the tail that a client takes after its snapshot.
 */

import { demandText, integerIn, readOptions, unmet } from "../../core/checks/index.js";
import {
  type Negotiation,
  type NegotiationView,
  STATUSES,
  type Status,
  seatOf,
  type Turn,
  type TurnView,
  view,
  viewOfTurn,
} from "../../core/record/index.js";
import type { NegotiationRow, NegotiationStore } from "../../ports/index.js";
import type { RecordCache, RulesResolver } from "../commands/index.js";
import type { Steps } from "../queue/index.js";

/** Whose negotiations, and which. */
export interface ListOptions {
  readonly partyId: string;
  /** @default any */
  readonly status?: Status | undefined;
  /** @default both */
  readonly isFinal?: boolean | undefined;
  /** Epoch ms, inclusive. @default any */
  readonly updatedSince?: number | undefined;
  /** The party whose turn it is. @default any */
  readonly floor?: string | undefined;
  /** 1 to 1,000 a page. */
  readonly limit: number;
  /** `next` of the page before. @default the first page */
  readonly after?: string | undefined;
}

/** A page, newest change first. */
export interface ListPage<Terms = unknown> {
  readonly items: readonly NegotiationView<Terms>[];
  /** Goes back in as `after`; `null` on the last page. */
  readonly next: string | null;
  /** How many there are in all; counting stops at 10,000. */
  readonly total: number;
}

/**
 * The options, checked.
 *
 * @throws {TypeError} without a `partyId`, when a filter is of the wrong type, or one is unknown
 * @throws {RangeError} when `limit` or `updatedSince` is out of range
 */
export function readListOptions(options: ListOptions): ListOptions {
  const given = readOptions("options", options, KEYS);
  const { partyId, status, isFinal, updatedSince, floor, limit, after } = given;
  const check = (name: string, isRight: boolean, wanted: string, came: unknown): void => {
    if (!isRight && came !== undefined) throw new TypeError(unmet(name, wanted, came));
  };
  demandText("partyId", partyId, 256);
  check("status", STATUSES.includes(status as Status), `one of ${STATUSES.join(", ")}`, status);
  check("isFinal", typeof isFinal === "boolean", "a boolean", isFinal);
  check("after", typeof after === "string", "a `next`", after);
  if (floor !== undefined) demandText("floor", floor, 256);
  integerIn("limit", limit, 1, 1_000);
  if (updatedSince !== undefined) integerIn("updatedSince", updatedSince, 0);
  return given;
}

/** The room whose negotiations are listed; without an id, all rooms of its store. */
export interface ListedRoom<Terms> {
  readonly roomId: string | undefined;
  readonly options: { readonly store: NegotiationStore };
  readonly cache: RecordCache<Terms>;
  readonly rules: RulesResolver;
}

/** Reads a page. */
export function* listed<Terms>(
  { roomId, options: { store }, cache, rules }: ListedRoom<Terms>,
  options: ListOptions,
  isListed: (row: NegotiationRow) => boolean = () => true,
): Steps<ListPage<Terms>> {
  const { partyId, limit, after, ...filters } = options;
  const query = { roomId, partyId, ...filters };
  const page = yield* cache.retried(() => store.list({ ...query, limit, after }));
  const items: NegotiationView<Terms>[] = [];
  for (const row of page.items) {
    const record = isListed(row) ? yield* cache.ofRow(row) : undefined;
    const seen = record && view(record, partyId, rules.projectionOf(record));
    if (seen !== undefined) items.push(seen);
  }
  const total = yield* cache.retried(() => store.count(query));
  return Object.freeze({ items: Object.freeze(items), next: page.next, total });
}

const KEYS = ["partyId", "status", "isFinal", "updatedSince", "floor", "limit", "after"] as const;

/** Which turns, and for whom. */
export interface TurnsOptions {
  /** Only turns with a higher number. @default 0 */
  readonly after?: number | undefined;
  /** At most so many, at least 1. @default all */
  readonly limit?: number | undefined;
  /** The party whose view it is to be. @default none: the host sees everything */
  readonly viewer?: string | undefined;
}

/** Options with every default in its place. */
export interface ReadTurnsOptions {
  readonly after: number;
  readonly limit: number;
  readonly viewer: string | undefined;
}

/**
 * The options, complete and checked.
 *
 * @throws {TypeError} when they are no object, or one is unknown
 * @throws {RangeError} when `after` is negative or `limit` below 1
 */
export function readTurnsOptions(options: TurnsOptions): ReadTurnsOptions {
  const given = readOptions("options", options, ["after", "limit", "viewer"]);
  const { after = 0, limit = Number.MAX_SAFE_INTEGER, viewer } = given;
  return { after: integerIn("after", after, 0), limit: integerIn("limit", limit, 1), viewer };
}

/** The turns after `after`; none for an unknown record or a viewer who is no party. */
export function readTurns<Terms>(
  negotiation: Negotiation<Terms> | undefined,
  { after, limit, viewer }: ReadTurnsOptions,
): readonly (Turn<Terms> | TurnView<Terms>)[] {
  if (negotiation === undefined || (viewer !== undefined && seatOf(negotiation, viewer) === undefined))
    return [];
  // Numbers have no gaps, so the turn after number n stands at index n.
  const tail = negotiation.turns.slice(after, after + limit);
  if (viewer === undefined) return tail;
  return tail.map((turn) => viewOfTurn(turn, viewer, negotiation.rules.assessments));
}
