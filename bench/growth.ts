/**
 * @module
 * What growth costs (ST-106): a turn, the leases of what is due, a first page, a pickup and the next deadline among
 * 1,000,000 negotiations, 990,000 of them final, against 10,000 open ones; and what resuming 100,000 open ones holds.
 */

import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import pg from "pg";
import type { Agent } from "../src/index.js";
import { NegotiationService } from "../src/index.js";
import type { NegotiationStore } from "../src/store.js";
import { systemClock, WakeUpTimer } from "../src/store.js";
import { openPostgresStore } from "../src/stores/postgres/index.js";
import { openSqliteStore } from "../src/stores/sqlite/index.js";
import { startPostgres } from "../test/provide-postgres.js";
import { openDatabase } from "../test/stores/sqlite-files.js";
import { filledDatabase, ROOM, RULES, temporaryFolder } from "./database-files.js";
import { answerOf, type Contestant, type Costs, clocked, inPairs, ratioOf } from "./measure.js";
import { hand } from "./report.js";

const MANY = Number(process.env["GROWTH_ROWS"] ?? 1_000_000);
const FEW = 10_000;
const OPEN = 10_000;
/** Of the open ones: overdue, then parked, and the rest waits for a turn. */
const OVERDUE = 1_000;
const PARKED = 1_000;
const RESUMED = 100_000;
const TURNS = 200;
const LOOKS = 100;
const ROUNDS = 9;
/** Chosen: the sweep's own page. */
const PAGE = 100;

/** A database of one size. */
interface Filled {
  readonly store: NegotiationStore;
  /** The turns that are still to be taken. */
  readonly waiting: string[];
  /** Begins where leases of the round before have ended. */
  now: number;
}

const [, , role, path = ""] = process.argv;
async function measure(): Promise<void> {
  const folder = temporaryFolder();
  const server = await startPostgres();
  const pools: pg.Pool[] = [];
  const schemas: string[] = [];
  const ratios: Record<string, number> = {};
  try {
    console.log(`filling SQLite files with ${FEW} and ${MANY} negotiations ...`);
    const sqlite = {
      few: filledSqlite(join(folder, "few.db"), FEW),
      many: filledSqlite(join(folder, "many.db"), MANY),
    };
    Object.assign(ratios, await compared("sqlite", await sqlite.few, await sqlite.many));
    console.log(`filling PostgreSQL with ${FEW} and ${MANY} negotiations ...`);
    const onServer = async (count: number): Promise<Filled> => {
      const schema = `bench_growth_${process.pid}_${count}`;
      const options = `-c search_path=${schema}`;
      const pool = new pg.Pool({ connectionString: server.url, max: 2, idleTimeoutMillis: 0, options });
      pools.push(pool.on("error", () => {}));
      schemas.push(schema);
      await pool.query(`CREATE SCHEMA ${schema}`);
      return filledPostgres(pool, count);
    };
    const few = await onServer(FEW);
    Object.assign(ratios, await compared("postgres", few, await onServer(MANY)));
    console.log(`resuming ${RESUMED} open ones ...`);
    const open = join(folder, "open.db");
    (await filledDatabase(open, [{ roomId: ROOM, count: RESUMED }])).close();
    const megabytes = async (what: "resume" | "read"): Promise<number> => {
      const child: ChildProcess = fork(process.argv[1] ?? "", [what, open], { execArgv: ["--expose-gc"] });
      const bytes = await answerOf<number>(child);
      child.kill();
      return bytes / 2 ** 20;
    };
    const [resumed, read] = [await megabytes("resume"), await megabytes("read")];
    const bars = Object.keys(ratios).map((name) => [name, "ST-106: at most 1.5"]);
    hand({
      ratios,
      figures: { resumeExtraMb: resumed - read, recordsMb: read },
      goals: { ...Object.fromEntries(bars), resumeExtraMb: "ST-106: at most 64" },
    });
  } finally {
    for (const [index, schema] of schemas.entries())
      await pools[index]?.query(`DROP SCHEMA ${schema} CASCADE`);
    await Promise.all(pools.map((pool) => pool.end()));
    await server.stop();
  }
}

async function compared(name: string, few: Filled, many: Filled): Promise<Record<string, number>> {
  const ratio = (costs: Costs): number => ratioOf(costs, "many", "few");
  const pair = (work: (filled: Filled, count: number) => Promise<void>): Contestant[] => [
    { name: "few", cost: clocked((count) => work(few, count)) },
    { name: "many", cost: clocked((count) => work(many, count)) },
  ];
  const looks = async (look: (store: NegotiationStore) => unknown): Promise<number> => {
    const work = async ({ store }: Filled, count: number): Promise<void> => {
      for (let index = 0; index < count; index += 1) await look(store);
    };
    return ratio(await inPairs(pair(work), { count: LOOKS, rounds: ROUNDS }));
  };
  return {
    [`${name}Turn`]: ratio(await inPairs(pair(takeTurns), { count: TURNS, rounds: ROUNDS })),
    [`${name}Claim`]: ratio(await inPairs(pair(claim), { count: LOOKS, rounds: ROUNDS })),
    [`${name}Pickup`]: await looks((store) =>
      store.listParked({ partyId: "ada", claimedBy: null, limit: 1 }),
    ),
    [`${name}List`]: await looks((store) => store.list({ roomId: ROOM, partyId: "ada", limit: 50 })),
    [`${name}Next`]: await looks((store) => store.nextDeadline()),
  };
}

/** Whole turns on negotiations of which each is used once. */
async function takeTurns({ store, waiting }: Filled, count: number): Promise<void> {
  // One that does not sweep: what is overdue stays so.
  const timer = new WakeUpTimer({ clock: systemClock });
  const room = new NegotiationService<object>(ROOM, { store, rules: RULES, timer });
  for (const id of waiting.splice(0, count)) {
    const result = await room.submit(id, "smith", { action: "counter", terms: { price: 50 } });
    if (!result.ok) throw new Error(`Expected a turn to be taken, got ${result.code}.`);
  }
  room.destroy();
}

async function claim(filled: Filled, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const query = { now: filled.now, limit: PAGE, leaseMs: 10, maxSchema: 1 };
    const claims = await filled.store.claimDue(query);
    if (claims.length !== PAGE) throw new Error(`Expected ${PAGE} leases, got ${claims.length}.`);
    filled.now += 10;
  }
}

/** One open and one final negotiation that the engine made. */
async function templates(store: NegotiationStore): Promise<void> {
  const room = new NegotiationService<object>(ROOM, { store, rules: RULES, sweepIntervalMs: 3_600_000 });
  for (const id of ["template-open", "template-done"])
    await room.createNegotiation("ada", "smith", { price: 40 }, { id, commandId: `${id}-create` });
  await room.submit("template-done", "smith", { action: "accept" }, { commandId: "template-done-accept" });
  room.destroy();
}

/** As an id in no order, from a number; each database writes it its own way. */
const SCRAMBLE = 2_654_435_761;
const idOf = (index: number): string =>
  `neg_${((BigInt(index) * BigInt(SCRAMBLE)) % 4_294_967_296n).toString(16).padStart(8, "0")}`;

/** How the columns of a copy differ from those of its template. */
function copied(
  names: readonly string[],
  template: string,
  count: number,
  isText: (name: string) => boolean,
): string {
  const at = Date.now();
  const isOpen = template === "template-open";
  return names
    .map((name) => {
      if (isOpen && name === "deadline_at")
        return `CASE WHEN n.i <= ${OVERDUE} THEN ${at} - n.i ELSE deadline_at END`;
      const isParked = `n.i > ${OVERDUE} AND n.i <= ${OVERDUE + PARKED}`;
      if (isOpen && name === "parked_for") return `CASE WHEN ${isParked} THEN 'ada' END`;
      if (isOpen && name === "first_parked_at") return `CASE WHEN ${isParked} THEN ${at} - n.i END`;
      if (name === "updated_at") return `updated_at - ${count} + n.i`;
      return isText(name) ? `replace(t.${name}, '${template}', n.id)` : `t.${name}`;
    })
    .join(", ");
}

const TABLES = [
  ["concordat_negotiation", "id"],
  ["concordat_entry", "negotiation_id"],
] as const;

/** The open ones come first. */
const parts = (count: number): readonly (readonly [template: string, from: number, to: number])[] => [
  ["template-open", 1, OPEN],
  ["template-done", OPEN + 1, count],
];

function filled(store: NegotiationStore): Filled {
  const waiting = Array.from({ length: OPEN - OVERDUE - PARKED }, (_, index) =>
    idOf(OVERDUE + PARKED + index + 1),
  );
  return { store, waiting, now: Date.now() };
}

async function filledSqlite(file: string, count: number): Promise<Filled> {
  const database = openDatabase(file);
  const store = openSqliteStore({ database }, { durability: "process" });
  await templates(store);
  // Ids come in no order: what is filled has to fit into memory, what is measured has not.
  database.exec("PRAGMA synchronous = OFF; PRAGMA cache_size = -2000000; BEGIN");
  for (const [table, key] of TABLES) {
    const columns = database.prepare(`PRAGMA table_info(${table})`).all() as { name: string; type: string }[];
    const names = columns.map(({ name }) => name);
    const isText = (sought: string): boolean =>
      columns.some(({ name, type }) => name === sought && type === "TEXT");
    for (const [template, from, to] of parts(count)) {
      if (to < from) continue;
      database.exec(`WITH RECURSIVE numbers (i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM numbers WHERE i < ${to}),
        n (i, id) AS (SELECT i, printf('neg_%08x', (i * ${SCRAMBLE}) % 4294967296) FROM numbers)
        INSERT INTO ${table} (${names}) SELECT ${copied(names, template, count, isText)}
        FROM n, (SELECT * FROM ${table} WHERE ${key} = '${template}') AS t`);
    }
  }
  database.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
  return filled(openSqliteStore({ database: openDatabase(file) }, { durability: "process" }));
}

async function filledPostgres(pool: pg.Pool, count: number): Promise<Filled> {
  const store = await openPostgresStore({ client: pool });
  await templates(store);
  for (const [table, key] of TABLES) {
    const { rows } = await pool.query<{ name: string; type: string }>(
      "SELECT column_name AS name, data_type AS type FROM information_schema.columns " +
        "WHERE table_schema = current_schema() AND table_name = $1",
      [table],
    );
    const names = rows.map(({ name }) => name);
    const isText = (sought: string): boolean =>
      rows.some(({ name, type }) => name === sought && type === "text");
    for (const [template, from, to] of parts(count)) {
      if (to < from) continue;
      await pool.query(`INSERT INTO ${table} (${names}) SELECT ${copied(names, template, count, isText)}
        FROM (SELECT i, 'neg_' || lpad(to_hex((i * ${SCRAMBLE}) % 4294967296), 8, '0') AS id
          FROM generate_series(${from}::bigint, ${to}::bigint) AS i) AS n,
        (SELECT * FROM ${table} WHERE ${key} = '${template}') AS t`);
    }
    await pool.query(`VACUUM ANALYZE ${table}`);
  }
  await pool.query("CHECKPOINT").catch(() => undefined);
  return filled(store);
}

/** In a process of its own: the bytes that are held after all open ones were resumed, or only read and kept. */
async function held(what: "resume" | "read", file: string): Promise<void> {
  const database = openDatabase(file);
  const store = openSqliteStore({ database }, { durability: "process" });
  const collect = (globalThis as { gc?: () => void }).gc as () => void;
  collect();
  const before = process.memoryUsage().heapUsed;
  const never = new Promise<never>(() => {});
  const agent: Agent<object> = () => never;
  const room = new NegotiationService<object>(ROOM, { store, rules: RULES, agentFor: () => agent });
  const kept: unknown[] = [];
  if (what === "resume") await room.resume();
  else for (const record of records(database)) kept.push(record);
  await new Promise((resolve) => setTimeout(resolve, 100));
  collect();
  process.send?.(process.memoryUsage().heapUsed - before);
  if (kept.length + RESUMED < 0 || room.isClosed) throw new Error("Expected to hold them until here.");
}

/** Records as they are kept at the least: state and turns, and equal rules once. */
function* records(database: ReturnType<typeof openDatabase>): Generator<object> {
  const rows = database.prepare("SELECT id, state FROM concordat_negotiation").all() as {
    id: string;
    state: string;
  }[];
  const turnsOf = database.prepare(
    "SELECT turn FROM concordat_entry WHERE negotiation_id = ? AND turn IS NOT NULL",
  );
  let rules: unknown;
  for (const { id, state } of rows) {
    const record = JSON.parse(state) as { rules: unknown };
    rules ??= record.rules;
    const turns = (turnsOf.all(id) as { turn: string }[]).map(({ turn }) => JSON.parse(turn));
    yield { ...record, rules, turns };
  }
}

if (role === "resume" || role === "read") await held(role, path);
else await measure();
