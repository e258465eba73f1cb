/**
 * @module
 * The SQL of `list` and `count`, for any database: a statement for each set of filters that is asked for, all
 * values bound to `?`. And the page that the rows make.
 */

import type { ListQuery, NegotiationRow, Page } from "../../ports/index.js";
import { cursorOf, type Place } from "../index.js";
import { ROW_COLUMNS, rowOfColumns, type SqlValue, sqlText } from "./sql-rows.js";

/** A statement and what is bound to it. */
export interface BoundSql {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** A table of negotiations, and how its database writes what is not the same everywhere. */
export interface ListedTable {
  readonly name: string;
  /** The table of their entries. */
  readonly entries: string;
  /** The condition that holds for final rows, and the one for the others. */
  readonly finality: readonly [isFinal: string, isOpen: string];
}

/** Filters of `list`, without the page. */
export type Filters = Omit<ListQuery, "limit" | "after">;

/** The first `limit` rows after a place, newest change first, then by id. */
export function listSql(
  table: ListedTable,
  query: Filters,
  place: Place | undefined,
  limit: number,
): BoundSql {
  const conditions = conditionsOf(table, query);
  if (place !== undefined) {
    const id = sqlText(place.id);
    conditions.push(["updated_at <= ?", place.rank], ["(updated_at < ? OR id > ?)", place.rank, id]);
  }
  const columns = query.withTurns === true ? `${ROW_COLUMNS}, ${turnsOf(table)} AS turns` : ROW_COLUMNS;
  const selected = (conditions: readonly Condition[]): BoundSql => ({
    sql: `SELECT ${columns} FROM ${table.name}${whereOf(conditions)} ${IN_ORDER}`,
    values: [...valuesOf(conditions), limit],
  });
  if (query.partyId === undefined) return selected(conditions);
  // Each seat has an index in the right order: two short walks, where OR would sort all that the party has.
  const partyId = sqlText(query.partyId);
  const asInitiator = selected([["initiator_id = ?", partyId], ...conditions]);
  const seat: Condition = ["responder_id = ? AND initiator_id <> ?", partyId, partyId];
  const asResponder = selected([seat, ...conditions]);
  return {
    sql: `SELECT * FROM (${asInitiator.sql}) AS one UNION ALL SELECT * FROM (${asResponder.sql}) AS other ${IN_ORDER}`,
    values: [...asInitiator.values, ...asResponder.values, limit],
  };
}

/** How many rows there are, counted up to `limit`. */
export function countSql(table: ListedTable, query: Filters, limit: number): BoundSql {
  const conditions = conditionsOf(table, query);
  if (query.partyId !== undefined) {
    const partyId = sqlText(query.partyId);
    conditions.unshift(["(initiator_id = ? OR responder_id = ?)", partyId, partyId]);
  }
  return {
    sql: `SELECT count(*) AS count FROM (SELECT 1 FROM ${table.name}${whereOf(conditions)} LIMIT ?) AS found`,
    values: [...valuesOf(conditions), limit],
  };
}

/** The page of rows that were asked for with one more than `limit`. */
export function pageOf(
  rows: readonly unknown[],
  limit: number,
  rank: (row: NegotiationRow) => number,
): Page<NegotiationRow> {
  const items = rows.slice(0, limit).map(rowOfColumns);
  const last = items.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { items, next: hasMore ? cursorOf({ rank: rank(last), id: last.id }) : null };
}

/** SQL and what is bound to it. */
type Condition = readonly [string, ...SqlValue[]];

const IN_ORDER = "ORDER BY updated_at DESC, id LIMIT ?";

/** Turns that a row brings along at most. Chosen: a page of longer ones could be more than a text may hold. */
const TURNS_BROUGHT = 16;

/** The turns of the row as a JSON list without its brackets; NULL where there are none, or too many. */
function turnsOf({ name, entries }: ListedTable): string {
  return (
    `CASE WHEN turn_count <= ${TURNS_BROUGHT} THEN (SELECT string_agg(turn, ',' ORDER BY turn_number) FROM ${entries} ` +
    `WHERE negotiation_id = ${name}.id AND turn_number > 0) END`
  );
}

/** All but `partyId`. */
function conditionsOf({ finality }: ListedTable, query: Filters): Condition[] {
  const { roomId, status, isFinal, floor, updatedSince, exclusiveKey, createCommandId } = query;
  const conditions: Condition[] = [];
  if (roomId !== undefined) conditions.push(["room_id = ?", sqlText(roomId)]);
  if (createCommandId !== undefined) conditions.push(["create_command_id = ?", sqlText(createCommandId)]);
  if (exclusiveKey !== undefined) conditions.push(["exclusive_key = ?", sqlText(exclusiveKey)]);
  // Not bound: the index over the keys of live negotiations serves only where the SQL says so.
  if (isFinal !== undefined) conditions.push([finality[isFinal ? 0 : 1]]);
  if (status !== undefined) conditions.push(["status = ?", sqlText(status)]);
  if (floor !== undefined) conditions.push(["floor = ?", sqlText(floor)]);
  if (updatedSince !== undefined) conditions.push(["updated_at >= ?", updatedSince]);
  return conditions;
}

function whereOf(conditions: readonly Condition[]): string {
  return conditions.length === 0 ? "" : ` WHERE ${conditions.map(([sql]) => sql).join(" AND ")}`;
}

function valuesOf(conditions: readonly Condition[]): SqlValue[] {
  return conditions.flatMap(([, ...values]) => values);
}
