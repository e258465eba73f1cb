/**
 * @module
 * The negotiations of one party, page by page, as it may see them. There is no listing without a party:
 * a query that is bound to nobody would show everybody's.
 */

import { type Negotiation, STATUSES, type Status } from "../core/negotiation.js";
import { type ContextProjection, type NegotiationView, view } from "../core/view.js";
import { shown } from "../errors.js";
import type { NegotiationStore } from "../ports/store.js";
import type { Ledger } from "./ledger.js";
import { readOptions } from "./read-options.js";
import type { Steps } from "./steps.js";

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
  if (typeof partyId !== "string" || partyId === "") throw unexpected("partyId", "a party's id", partyId);
  if (status !== undefined && !STATUSES.includes(status))
    throw unexpected("status", `one of ${STATUSES.join(", ")}`, status);
  if (isFinal !== undefined && typeof isFinal !== "boolean")
    throw unexpected("isFinal", "a boolean", isFinal);
  if (after !== undefined && typeof after !== "string") throw unexpected("after", "a `next`", after);
  if (!Number.isInteger(limit) || limit < 1 || limit > 1_000) {
    throw new RangeError(`Expected limit to be an integer of 1 to 1,000, got ${shown(limit)}.`);
  }
  if (updatedSince !== undefined && (!Number.isSafeInteger(updatedSince) || updatedSince < 0)) {
    throw new RangeError(
      `Expected updatedSince to be epoch ms, an integer of at least 0, got ${shown(updatedSince)}.`,
    );
  }
  return given;
}

/** Reads a page. */
export function* listed<Terms>(
  options: ListOptions,
  roomId: string,
  store: NegotiationStore,
  ledger: Ledger<Terms>,
  projectionOf: (negotiation: Negotiation<Terms>) => ContextProjection | undefined,
): Steps<ListPage<Terms>> {
  const { partyId, limit, after, ...filters } = options;
  const query = { roomId, partyId, ...filters };
  const page = yield* ledger.retried(() => store.list({ ...query, limit, after }));
  const items: NegotiationView<Terms>[] = [];
  for (const row of page.items) {
    const record = yield* ledger.ofRow(row);
    const seen = view(record, partyId, projectionOf(record));
    if (seen !== undefined) items.push(seen);
  }
  const total = yield* ledger.retried(() => store.count(query));
  return Object.freeze({ items: Object.freeze(items), next: page.next, total });
}

const KEYS = ["partyId", "status", "isFinal", "updatedSince", "limit", "after"] as const;

function unexpected(key: string, wanted: string, came: unknown): TypeError {
  return new TypeError(`Expected ${key} to be ${wanted}, got ${shown(came)}.`);
}
