/**
 * @module
 * What somebody would write who keeps negotiations in SQLite without the library: prepared statements over the
 * same tables, the same writes in one transaction each, and JSON of their own.
 */

import { ENTRY_COLUMNS, ROW_COLUMNS } from "../src/stores/sql/index.js";
import type { SqliteHandle } from "../src/stores/sqlite/connection/index.js";

/** A turn as it is written. */
export interface BareTurn {
  readonly id: string;
  /** After the turn. */
  readonly version: number;
  readonly floor: string;
  /** Epoch ms. */
  readonly at: number;
  readonly deadlineAt: number;
  readonly commandId: string;
  readonly state: unknown;
  readonly turn: unknown;
  /** Bodies of events. */
  readonly events: readonly unknown[];
}

/** A program that knows SQL. */
export interface BareSqlite {
  write(turn: BareTurn): void;
  /** The state and the turns. */
  read(id: string): readonly unknown[];
  /** All live negotiations of a room, each with its turns. @returns how many */
  readAll(roomId: string): number;
}

/** Prepares the statements once. */
export function bareSqlite(database: SqliteHandle): BareSqlite {
  const begin = database.prepare("BEGIN IMMEDIATE");
  const commit = database.prepare("COMMIT");
  const update = database.prepare(
    "UPDATE concordat_negotiation SET version = ?, status = ?, deadline_at = ?, deadline_kind = ?, floor = ?, " +
      "turn_count = turn_count + 1, state = ?, updated_at = ?, lease_ends_at = 0 WHERE id = ? AND version = ?",
  );
  const addEntry = database.prepare(
    `INSERT INTO concordat_entry (${ENTRY_COLUMNS}) VALUES (?, ?, 1, ?, 'turn', ?, ?, ?, NULL)`,
  );
  const addEvent = database.prepare(
    "INSERT INTO concordat_outbox (negotiation_id, version, idx, type, body) VALUES (?, ?, ?, ?, ?)",
  );
  const load = database.prepare(`SELECT ${ROW_COLUMNS} FROM concordat_negotiation WHERE id = ?`);
  const turns = database.prepare(
    "SELECT turn FROM concordat_entry WHERE negotiation_id = ? AND turn_number > 0 ORDER BY turn_number",
  );
  const open = database.prepare(
    `SELECT ${ROW_COLUMNS} FROM concordat_negotiation WHERE +room_id = ? AND is_final = 0 ` +
      "AND id > ? ORDER BY id LIMIT 1000",
  );
  const turnsOf = (id: string): unknown[] =>
    turns.all(id).map((row) => JSON.parse((row as { readonly turn: string }).turn));
  return {
    write({ id, version, floor, at, deadlineAt, commandId, state, turn, events }) {
      begin.run();
      const values = [version, "countered", deadlineAt, "turn", floor, JSON.stringify(state), at];
      const { changes } = update.run(...values, id, version - 1);
      if (Number(changes) !== 1) throw new Error(`Expected ${id} at version ${version - 1}.`);
      addEntry.run(id, version, at, commandId, version + 1, JSON.stringify(turn));
      for (const [index, event] of events.entries()) {
        addEvent.run(id, version, index, "turn:recorded", JSON.stringify(event));
      }
      commit.run();
    },
    read(id) {
      const row = load.get(id) as { readonly state: string };
      return [JSON.parse(row.state), ...turnsOf(id)];
    },
    readAll(roomId) {
      let count = 0;
      for (let last = ""; ; ) {
        const rows = open.all(roomId, last) as { readonly id: string; readonly state: string }[];
        for (const { id, state } of rows) {
          JSON.parse(state);
          turnsOf(id);
          last = id;
          count += 1;
        }
        if (rows.length === 0) return count;
      }
    },
  };
}
