/**
 * @module
 * The negotiations of one party, page by page, as it may see them. There is no listing without a party:
 * a query that is bound to nobody would show everybody's.
 */

import { demandText, integerIn, readOptions, unmet } from "../../core/checks/index.js";
import { type NegotiationView, STATUSES, type Status, view } from "../../core/record/index.js";
import type { NegotiationStore } from "../../ports/index.js";
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
  const { partyId, status, isFinal, updatedSince, limit, after } = given;
  const check = (name: string, isRight: boolean, wanted: string, came: unknown): void => {
    if (!isRight && came !== undefined) throw new TypeError(unmet(name, wanted, came));
  };
  demandText("partyId", partyId, 256);
  check("status", STATUSES.includes(status as Status), `one of ${STATUSES.join(", ")}`, status);
  check("isFinal", typeof isFinal === "boolean", "a boolean", isFinal);
  check("after", typeof after === "string", "a `next`", after);
  integerIn("limit", limit, 1, 1_000);
  if (updatedSince !== undefined) integerIn("updatedSince", updatedSince, 0);
  return given;
}

/** The room whose negotiations are listed. */
export interface ListedRoom<Terms> {
  readonly roomId: string;
  readonly options: { readonly store: NegotiationStore };
  readonly cache: RecordCache<Terms>;
  readonly rules: RulesResolver;
}

/** Reads a page. */
export function* listed<Terms>(
  { roomId, options: { store }, cache, rules }: ListedRoom<Terms>,
  options: ListOptions,
): Steps<ListPage<Terms>> {
  const { partyId, limit, after, ...filters } = options;
  const query = { roomId, partyId, ...filters };
  const page = yield* cache.retried(() => store.list({ ...query, limit, after }));
  const items: NegotiationView<Terms>[] = [];
  for (const row of page.items) {
    const record = yield* cache.ofRow(row);
    const seen = record && view(record, partyId, rules.projectionOf(record));
    if (seen !== undefined) items.push(seen);
  }
  const total = yield* cache.retried(() => store.count(query));
  return Object.freeze({ items: Object.freeze(items), next: page.next, total });
}

const KEYS = ["partyId", "status", "isFinal", "updatedSince", "limit", "after"] as const;
