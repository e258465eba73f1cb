/**
 * @module
 * Rows of the list: made of what a store keeps of each negotiation, in pages.
 */

import { nextDeadline } from "../../core/deadlines/index.js";
import { isJsonObject } from "../../core/json/index.js";
import type { Negotiation } from "../../core/record/index.js";
import type { NegotiationRow } from "../../ports/index.js";
import type { InspectedStore } from "./inspector-options.js";
import type { ListedPage, ListedRow } from "./page/index.js";

/** Which negotiations there are to be seen. */
export interface RowScope {
  readonly store: InspectedStore;
  /** @default all rooms */
  readonly roomId: string | undefined;
}

/** Whether a row is a negotiation: groups keep records of another kind beside them. */
export function isNegotiation({ roomId }: NegotiationRow): boolean {
  return !roomId.startsWith("grp_in:");
}

/** A row as both of its parties may see it. */
export function listedRow(row: NegotiationRow): ListedRow {
  const { id, roomId, version, status, initiatorId, responderId } = row;
  const { turnCount, floor, deadline, createdAt, updatedAt } = row;
  const outcome = isJsonObject(row.state) ? row.state["outcome"] : undefined;
  const reason = outcome && isJsonObject(outcome) ? String(outcome["reason"]) : null;
  return {
    ...{ id, roomId, version, reason, turnCount, floor, deadline, createdAt, updatedAt },
    status: row.state === null ? "damaged" : status,
    initiator: initiatorId,
    responder: responderId,
  };
}

/** The same of a record that was told. */
export function rowOfRecord(record: Negotiation): ListedRow {
  const { id, roomId, version, status, floor, outcome, createdAt, updatedAt } = record;
  return {
    ...{ id, roomId, version, status, floor, createdAt, updatedAt },
    reason: outcome?.reason ?? null,
    initiator: record.initiator.id,
    responder: record.responder.id,
    turnCount: record.turns.length,
    deadline: nextDeadline(record) ?? null,
  };
}

/** A page of the list, newest change first. */
export async function listedPage(
  { store, roomId }: RowScope,
  query: { readonly partyId: string | undefined; readonly after: string | undefined },
): Promise<ListedPage> {
  // The first is small, so that something is seen at once; the rest in as few questions as a store may be asked.
  const limit = query.after === undefined ? 500 : 10_000;
  const { items, next } = await store.list({ roomId, ...query, limit });
  return { rows: items.filter(isNegotiation).map(listedRow), next };
}
