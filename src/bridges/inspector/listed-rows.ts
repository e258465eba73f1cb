/**
 * @module
 * Rows of the list: made of what a store keeps of each negotiation, in pages.
 */

import { nextDeadline } from "../../core/deadlines/index.js";
import { isJsonObject } from "../../core/json/index.js";
import type { Negotiation } from "../../core/record/index.js";
import type { ListQuery, NegotiationRow } from "../../ports/index.js";
import type { ResolvedInspectorOptions } from "./inspector-options.js";
import type { ListedPage, ListedRow } from "./page/index.js";

/** A record that was told, as both of its parties may see it. */
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

/** A page of the list, newest change first: as many as a store may be asked for at once. */
export async function listedPage(
  { store, roomId }: Pick<ResolvedInspectorOptions, "store" | "roomId">,
  query: Omit<ListQuery, "roomId" | "limit">,
  limit = 10_000,
): Promise<ListedPage> {
  const { items, next } = await store.list({ roomId, ...query, limit });
  // Groups keep records of another kind beside them.
  const found = items.filter((row) => !row.roomId.startsWith("grp_in:"));
  return { rows: found.map(listedRow), next };
}

/** The same of a row. */
function listedRow(row: NegotiationRow): ListedRow {
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
