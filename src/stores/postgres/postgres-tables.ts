/**
 * @module
 * The tables of the PostgreSQL store, their number, and how a database gets from an older number to this one
 * safely when several processes start at once.
 */

import { shown } from "../../errors.js";
import { checkedPrefix, checkKeys, checkLayout } from "../sql/index.js";
import { isMadeAlready } from "./postgres-failures.js";

/** The number of the layout that this version writes and the newest that it reads. */
export const POSTGRES_LAYOUT = 1;

/** What the SQL to run by hand depends on. */
export interface PostgresDdlOptions {
  /** What the names of tables and indexes begin with; `^[a-z_][a-z0-9_]{0,30}$`. @default "concordat_" */
  readonly tablePrefix?: string | undefined;
  /** Where the tables are; `^[a-z_][a-z0-9_]{0,62}$`. @default the first schema of the connection's search_path */
  readonly schemaName?: string | undefined;
}

/** The names of the tables, as they stand in SQL. */
export interface PostgresTables {
  /** Where they are; `undefined` leaves it to the connection's search_path. */
  readonly schemaName: string | undefined;
  /** Before the names of indexes, which cannot be in another schema than their tables. */
  readonly prefix: string;
  readonly negotiation: string;
  readonly entry: string;
  readonly outbox: string;
  readonly meta: string;
  /** Of a transparency log, with a number of its own. */
  readonly log: string;
  readonly logMeta: string;
}

/**
 * The SQL that makes the tables in an empty database, for hosts that keep their migrations themselves and
 * open the store with `migrate: false`.
 *
 * Run it in one transaction. It ends by noting the number of the layout.
 *
 * @throws {TypeError} for an unknown option, and a prefix or schema that is no name
 * @example
 * const sql = postgresDdl({ schemaName: "deals" });
 */
export function postgresDdl(options: PostgresDdlOptions = {}): string {
  return ddlOf(options, STORE_LAYOUT);
}

/** Tables that have a number of their own. */
export interface PostgresLayout {
  /** Of the table that holds the number. */
  readonly meta: "meta" | "logMeta";
  /** Step n leads from layout n to n + 1. */
  readonly steps: readonly ((tables: PostgresTables) => string)[];
  /** The function that gives the SQL to run by hand. */
  readonly ddl: string;
}

/**
 * The SQL that makes tables in an empty database.
 *
 * @throws {TypeError} for an unknown option, and a prefix or schema that is no name
 */
export function ddlOf(options: PostgresDdlOptions, layout: PostgresLayout): string {
  checkKeys(options, ["tablePrefix", "schemaName"]);
  const tables = postgresTables(options);
  const schema =
    tables.schemaName === undefined ? [] : [`CREATE SCHEMA IF NOT EXISTS "${tables.schemaName}";`];
  return [...schema, ...layout.steps.map((step) => step(tables))].join("\n");
}

/**
 * The names of the tables.
 *
 * @throws {TypeError} for a prefix or schema that is no name
 */
export function postgresTables({ tablePrefix, schemaName }: PostgresDdlOptions): PostgresTables {
  const prefix = checkedPrefix(tablePrefix);
  const isName = typeof schemaName === "string" && /^[a-z_][a-z0-9_]{0,62}$/.test(schemaName);
  if (schemaName !== undefined && !isName) {
    throw new TypeError(`Expected schemaName to match ^[a-z_][a-z0-9_]{0,62}$, got ${shown(schemaName)}.`);
  }
  // In quotes, since a schema may bear a name that is a word of SQL.
  const place = schemaName === undefined ? prefix : `"${schemaName}".${prefix}`;
  return {
    schemaName,
    prefix,
    negotiation: `${place}negotiation`,
    entry: `${place}entry`,
    outbox: `${place}outbox`,
    meta: `${place}meta`,
    log: `${place}log`,
    logMeta: `${place}log_meta`,
  };
}

/** Runs a statement; `values` are bound. */
export type RunStatement = (text: string, values?: unknown[]) => PromiseLike<readonly unknown[]>;

/**
 * Brings the tables to the layout of this version, or, without `migrate`, only looks whether they have it.
 *
 * @param layout - that of the store, unless another is named
 * @throws {NegotiationError} `schema_unsupported` for a newer layout, or one that would have to be migrated
 */
export async function prepareLayout(
  run: RunStatement,
  tables: PostgresTables,
  migrate: boolean,
  layout: PostgresLayout = STORE_LAYOUT,
): Promise<void> {
  const newest = layout.steps.length;
  for (let tries = 1; ; tries++) {
    // Nobody else is kept waiting when there is nothing to do.
    const found = await layoutOf(run, tables[layout.meta]);
    checkLayout(found, newest, migrate, layout.ddl);
    if (found === newest) return;
    try {
      await run(migration(tables, layout));
    } catch (error) {
      // Where transactions see what was there when they began, the lock does not help: the second fails.
      if (!isMadeAlready(error) || tries === MOST_TRIES) throw error;
    }
  }
}

/** Chosen: each failure means that somebody else has gone on meanwhile. */
const MOST_TRIES = 5;

/** Step n leads from layout n to n + 1. */
const STEPS: readonly ((tables: PostgresTables) => string)[] = [createTables];

const STORE_LAYOUT: PostgresLayout = { meta: "meta", steps: STEPS, ddl: "postgresDdl" };

/** The number of the layout found; 0 when there are no tables yet. */
async function layoutOf(run: RunStatement, meta: string): Promise<number> {
  const [table] = await run("SELECT to_regclass($1::text)::text AS found", [meta]);
  if ((table as { readonly found: string | null } | undefined)?.found == null) return 0;
  const [row] = await run(`SELECT layout FROM ${meta}`);
  return Number((row as { readonly layout: unknown } | undefined)?.layout ?? 0);
}

/**
 * One statement, which is one transaction on any client: it waits until nobody else migrates these tables,
 * looks again, and takes the steps that are left.
 */
function migration(tables: PostgresTables, layout: PostgresLayout): string {
  const { schemaName, prefix } = tables;
  const meta = tables[layout.meta];
  const place = schemaName === undefined ? "current_schema()" : `'${schemaName}'`;
  const schema =
    schemaName === undefined
      ? ""
      : `IF to_regnamespace('"${schemaName}"') IS NULL THEN CREATE SCHEMA "${schemaName}"; END IF;`;
  const steps = layout.steps.map(
    (step, index) => `IF layout_found <= ${index} THEN\n${step(tables)}\nEND IF;`,
  );
  return `DO $concordat$
DECLARE layout_found integer := 0;
BEGIN
PERFORM pg_advisory_xact_lock(hashtextextended('concordat migrates ' || ${place} || '.${prefix}', 0));
${schema}
IF to_regclass('${meta}') IS NOT NULL THEN
SELECT coalesce(max(layout), 0) INTO layout_found FROM ${meta};
END IF;
${steps.join("\n")}
END
$concordat$`;
}

/**
 * Layout 1.
 *
 * Ids are compared by their bytes, so that no update of the machine's collations can spoil an index. Pages
 * have room for another copy of a row: a lease, which changes no indexed column, then writes to no index
 * (70 chosen: leases measured 1.7 times as many a second as with full pages).
 *
 * @see docs/requirements/storage.md, section 5; `floor` is there because `list` asks for it
 */
function createTables({ prefix, negotiation, entry, outbox, meta }: PostgresTables): string {
  const index = `${prefix}negotiation`;
  return `CREATE TABLE ${negotiation} (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  version bigint NOT NULL,
  schema bigint NOT NULL,
  room_id text COLLATE "C" NOT NULL,
  create_command_id text COLLATE "C" NOT NULL,
  initiator_id text COLLATE "C" NOT NULL,
  responder_id text COLLATE "C" NOT NULL,
  exclusive_key text COLLATE "C",
  status text COLLATE "C" NOT NULL,
  is_final boolean NOT NULL,
  deadline_at bigint,
  deadline_kind text COLLATE "C",
  lease_ends_at bigint NOT NULL DEFAULT 0,
  parked_for text COLLATE "C",
  first_parked_at bigint,
  claimed_by text COLLATE "C",
  floor text COLLATE "C",
  turn_count bigint NOT NULL,
  state text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX ${index}_command ON ${negotiation} (room_id, create_command_id);
CREATE UNIQUE INDEX ${index}_exclusive ON ${negotiation} (exclusive_key)
  WHERE NOT is_final AND exclusive_key IS NOT NULL;
CREATE INDEX ${index}_due ON ${negotiation} (deadline_at, id) WHERE deadline_at IS NOT NULL;
CREATE INDEX ${index}_parked ON ${negotiation} (parked_for, first_parked_at, id) WHERE parked_for IS NOT NULL;
CREATE INDEX ${index}_room ON ${negotiation} (room_id, updated_at);
CREATE INDEX ${index}_initiator ON ${negotiation} (initiator_id, updated_at);
CREATE INDEX ${index}_responder ON ${negotiation} (responder_id, updated_at);
CREATE INDEX ${index}_settled ON ${negotiation} (updated_at, id) WHERE is_final;
CREATE TABLE ${entry} (
  negotiation_id text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  schema bigint NOT NULL,
  at bigint NOT NULL,
  kind text COLLATE "C" NOT NULL,
  command_id text COLLATE "C",
  turn_number bigint,
  turn text,
  details text,
  PRIMARY KEY (negotiation_id, version)
);
CREATE UNIQUE INDEX ${prefix}entry_command ON ${entry} (negotiation_id, command_id) WHERE command_id IS NOT NULL;
CREATE UNIQUE INDEX ${prefix}entry_turn ON ${entry} (negotiation_id, turn_number) WHERE turn_number IS NOT NULL;
CREATE TABLE ${outbox} (
  position bigint GENERATED ALWAYS AS IDENTITY,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  negotiation_id text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  idx integer NOT NULL,
  type text COLLATE "C" NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (xid, position),
  UNIQUE (negotiation_id, version, idx)
);
CREATE TABLE ${meta} (layout integer NOT NULL);
INSERT INTO ${meta} (layout) VALUES (1);`;
}
