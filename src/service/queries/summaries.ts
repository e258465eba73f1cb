/**
 * @module
 * Negotiations in a list, for a party that looks over many: whose turn it is, how far it has come, what was said last.
 */

import { demandFlags, demandOneOf, integerIn, readOptions } from "../../core/checks/index.js";
import { nextDeadline } from "../../core/deadlines/index.js";
import { turnsLeft } from "../../core/moves/index.js";
import {
  type Action,
  type AwaitingView,
  type Negotiation,
  type NegotiationView,
  otherParty,
  type Seat,
  type Status,
  seatOf,
  type TurnView,
} from "../../core/record/index.js";
import type { ListOptions } from "./listing.js";

/** Which negotiations of a party. */
export interface ListFilter {
  /** `waiting` for the party to move, `active`: not over, `completed`, or `all`. @default "waiting" */
  readonly status?: "waiting" | "active" | "completed" | "all" | undefined;
  /** Epoch ms, inclusive. @default any */
  readonly updatedSince?: number | undefined;
  /** 1 to 100 a page. @default 20 */
  readonly limit?: number | undefined;
  /** `next` of the page before. @default the first page */
  readonly after?: string | undefined;
  /** Whether each comes with its last three turns. @default false */
  readonly detail?: boolean | undefined;
}

/** A negotiation in a list, as one of its parties may see it. */
export interface NegotiationSummary<Terms = unknown> {
  readonly negotiationId: string;
  readonly roomId: string;
  readonly version: number;
  readonly status: Status;
  /** Of who asked. */
  readonly seat: Seat;
  readonly counterpartyId: string;
  /** Whether who asked has the floor. */
  readonly isYourTurn: boolean;
  /** What is waited for, with the claim of an agent of one's own; `null` when over. */
  readonly awaiting: AwaitingView | null;
  readonly turnCount: number;
  /** `null` when unlimited. */
  readonly turnsLeft: number | null;
  /** `null` before the first turn. */
  readonly latestAction: Action | null;
  /** At most 200 characters of the last turn's `message`. */
  readonly latestMessagePreview: string | null;
  /** Epoch ms; `null` when over. */
  readonly deadlineAt: number | null;
  /** Epoch ms. */
  readonly createdAt: number;
  /** Epoch ms. */
  readonly updatedAt: number;
  /** The last three, with `detail` only. */
  readonly recentTurns?: readonly TurnView<Terms>[];
}

/** A page of summaries, newest change first. */
export interface SummaryPage<Terms = unknown> {
  readonly items: readonly NegotiationSummary<Terms>[];
  /** Goes back in as `after`; `null` on the last page. */
  readonly next: string | null;
  /** How many there are in all; counting stops at 10,000. */
  readonly total: number;
}

/**
 * The filter, as a listing takes it.
 *
 * @throws {TypeError} on an unknown filter, for a status that is none, and a `detail` that is no boolean
 * @throws {RangeError} when `limit` is not 1 to 100
 */
export function listOptionsOf(partyId: string, filter: ListFilter): ListOptions {
  const given = readOptions("filter", filter, FILTER_KEYS);
  const { status = "waiting", updatedSince, limit = 20, after, detail = false } = given;
  demandOneOf("status", status, ["waiting", "active", "completed", "all"]);
  demandFlags({ detail });
  const which = {
    waiting: { floor: partyId, isFinal: false },
    active: { isFinal: false },
    completed: { isFinal: true },
    all: {},
  }[status];
  return { partyId, ...which, updatedSince, limit: integerIn("limit", limit, 1, 100), after };
}

/** A negotiation in a list. */
export function summaryOf<Terms>(
  seen: NegotiationView<Terms>,
  partyId: string,
  { detail = false }: ListFilter,
): NegotiationSummary<Terms> {
  const { turns, floor } = seen;
  const latest = turns.at(-1);
  // What bounds turns and time is the same in the view.
  const record = seen as unknown as Negotiation;
  return Object.freeze({
    negotiationId: seen.id,
    roomId: seen.roomId,
    version: seen.version,
    status: seen.status,
    seat: seatOf(seen, partyId) as Seat,
    counterpartyId: otherParty(seen, partyId).id,
    isYourTurn: floor === partyId,
    awaiting: seen.awaiting,
    turnCount: turns.length,
    turnsLeft: turnsLeft(record),
    latestAction: latest?.action ?? null,
    latestMessagePreview: latest?.message?.slice(0, 200) ?? null,
    deadlineAt: nextDeadline(record)?.at ?? null,
    createdAt: seen.createdAt,
    updatedAt: seen.updatedAt,
    ...(detail && { recentTurns: turns.slice(-3) }),
  });
}

const FILTER_KEYS = ["status", "updatedSince", "limit", "after", "detail"] as const;
