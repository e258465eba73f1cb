/**
 * @module
 * What somebody would write who keeps negotiations in PostgreSQL without the library: prepared statements over
 * the same tables, the same writes, and JSON of their own; in one statement, or in a transaction of three.
 */

import type pg from "pg";
import { ENTRY_COLUMNS } from "../src/stores/sql/index.js";
import type { BareTurn } from "./bare-sqlite.js";

/** A program that knows SQL. */
export interface BarePostgres {
  /** One statement, on whatever connection is free. */
  write(turn: BareTurn): Promise<void>;
  /** BEGIN, three statements, COMMIT, on one connection. */
  writeInThree(turn: BareTurn): Promise<void>;
}

/** Over a pool that finds the tables by its search_path. */
export function barePostgres(pool: pg.Pool): BarePostgres {
  return {
    async write(turn) {
      const { rows } = await pool.query({
        name: "bare",
        text: IN_ONE,
        values: [...row(turn), ...entry(turn), ...events(turn)],
      });
      if (rows.length !== 1) throw unexpected(turn);
    },
    async writeInThree(turn) {
      const client = await pool.connect();
      try {
        await client.query("BEGIN");
        const { rowCount } = await client.query({ name: "bare-row", text: UPDATE, values: row(turn) });
        if (rowCount !== 1) throw unexpected(turn);
        const at = [turn.id, turn.version, 1, turn.at];
        await client.query({ name: "bare-entry", text: ADD_ENTRY, values: [...at, ...entry(turn)] });
        await client.query({
          name: "bare-events",
          text: ADD_EVENTS,
          values: [turn.id, turn.version, ...events(turn)],
        });
        await client.query("COMMIT");
      } finally {
        client.release();
      }
    },
  };
}

const UPDATE =
  "UPDATE concordat_negotiation SET version = $1, status = $2, deadline_at = $3, deadline_kind = $4, floor = $5, " +
  "turn_count = turn_count + 1, state = $6, updated_at = $7, lease_ends_at = 0 WHERE id = $8 AND version = $9";

const ADD_ENTRY = `INSERT INTO concordat_entry (${ENTRY_COLUMNS}) VALUES ($1, $2, $3, $4, 'turn', $5, $6, $7, NULL)`;

const ADD_EVENTS =
  "INSERT INTO concordat_outbox (negotiation_id, version, idx, type, body) " +
  "SELECT $1, $2, ordinal - 1, type, body FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS event (type, body, ordinal)";

const IN_ONE =
  `WITH written AS (${UPDATE} RETURNING id, version, updated_at), ` +
  `added AS (INSERT INTO concordat_entry (${ENTRY_COLUMNS}) ` +
  "SELECT id, version, 1, updated_at, 'turn', $10::text, $11::bigint, $12::text, NULL FROM written), " +
  "told AS (INSERT INTO concordat_outbox (negotiation_id, version, idx, type, body) " +
  "SELECT id, version, ordinal - 1, type, body " +
  "FROM written, unnest($13::text[], $14::text[]) WITH ORDINALITY AS event (type, body, ordinal)) " +
  "SELECT id FROM written";

function row({ id, version, floor, at, deadlineAt, state }: BareTurn): unknown[] {
  return [version, "countered", deadlineAt, "turn", floor, JSON.stringify(state), at, id, version - 1];
}

function entry({ commandId, version, turn }: BareTurn): unknown[] {
  return [commandId, version + 1, JSON.stringify(turn)];
}

function events({ events }: BareTurn): unknown[] {
  return [events.map(() => "turn:recorded"), events.map((event) => JSON.stringify(event))];
}

function unexpected({ id, version }: BareTurn): Error {
  return new Error(`Expected ${id} at version ${version - 1}.`);
}
