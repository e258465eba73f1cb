/**
 * @module
 * Database files with many live negotiations: a few that the engine made, and copies of them, each with an id
 * and command ids of its own.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RulesInput } from "../src/core.js";
import { NegotiationService } from "../src/index.js";
import { systemClock } from "../src/store.js";
import type { SqliteHandle } from "../src/stores/sqlite/connection/index.js";
import { openSqliteStore } from "../src/stores/sqlite/index.js";
import { openDatabase } from "../test/stores/sqlite-files.js";
import { OPENING } from "./supply-contract.js";

/** The room of those that are not overdue. */
export const ROOM = "market-7";

/** The preset `room` without a cap, and with deadlines that do not fall due while something is measured. */
export const RULES: RulesInput = {
  oneActive: "none",
  cap: { limit: "unlimited" },
  turnMs: 3_600_000,
  totalMs: 7_200_000,
};

/** Terms that make a turn of about 1 KB. */
export function contractAt(pricePerCall: number): object {
  return { ...OPENING, pricePerCall, conditions: "x".repeat(480) };
}

/** A folder that goes with the process. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "concordat-bench-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The id of a copy: as long for all of them, so that all rows are of one size. */
export function idAt(index: number): string {
  return `neg_${String(index).padStart(7, "0")}`;
}

/** Negotiations of one room that are alike: live ones with one turn, waiting for smith. */
export interface Group {
  readonly roomId: string;
  readonly count: number;
  /** Whether the turn should have been taken an hour ago. */
  readonly isOverdue?: boolean;
}

/** Fills a new file with the groups, one after the other; their ids go on from 0. */
export async function filledDatabase(path: string, groups: readonly Group[]): Promise<SqliteHandle> {
  const database = openDatabase(path);
  const store = openSqliteStore({ database }, { durability: "process" });
  database.exec("PRAGMA synchronous = OFF");
  let from = 0;
  for (const { roomId, count, isOverdue = false } of groups) {
    const clock = { ...systemClock, now: () => Date.now() - (isOverdue ? 6_600_000 : 0) };
    const room = new NegotiationService<object>(roomId, { store, clock, rules: RULES });
    const id = idAt(from);
    await room.createNegotiation("ada", "smith", contractAt(0.0008), { id, commandId: `${id}-create` });
    room.destroy();
    database.exec("BEGIN");
    for (const [table, key] of [
      ["concordat_negotiation", "id"],
      ["concordat_entry", "negotiation_id"],
    ] as const) {
      copyRow(database, table, key, from, count);
    }
    database.exec("COMMIT");
    from += count;
  }
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  return database;
}

/** Copies a row for each further index of its group, with the new id wherever the old one stands in a text. */
function copyRow(database: SqliteHandle, table: string, key: string, from: number, count: number): void {
  if (count === 1) return;
  const columns = database.prepare(`PRAGMA table_info(${table})`).all() as { name: string; type: string }[];
  const names = columns.map(({ name }) => name).join(", ");
  const values = columns
    .map(({ name, type }) => {
      if (type === "TEXT") return `replace(${name}, '${idAt(from)}', n.new_id)`;
      // Not all in one ms: listings are ordered by it.
      return name === "updated_at" ? `${name} - ${from + count} + n.i` : name;
    })
    .join(", ");
  database.exec(`
    WITH RECURSIVE numbers (i) AS (
        SELECT ${from + 1} UNION ALL SELECT i + 1 FROM numbers WHERE i < ${from + count - 1}
      ), n (i, new_id) AS (SELECT i, printf('neg_%07d', i) FROM numbers)
    INSERT INTO ${table} (${names})
      SELECT ${values} FROM n, (SELECT * FROM ${table} WHERE ${key} = '${idAt(from)}')`);
}
