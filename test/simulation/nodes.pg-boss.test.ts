import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { NegotiationService } from "../../src/index.js";
import type { DeadlineTimer } from "../../src/ports/index.js";
import { openPostgresStore, type PostgresStore } from "../../src/stores/postgres/index.js";
import { pgBossTimer } from "../../src/timers/pg-boss/index.js";
import { bundleChild, type ChildBundle } from "../kit/child-bundle.js";
import { HeardProcess } from "../kit/line-process.js";
import { type PgBossServer, pgBossServer } from "../timers/pg-boss-server.js";
import { storedHistories, violationsOf } from "./stored-histories.js";

const QUEUE = "concordat-deadlines";
/** More than two processes take at a time, with two workers each, so that both get their share. */
const DEAL_COUNT = 500;
/** Long after the jobs have come back; on a machine so slow that they run out of retries, the sweep settles all. */
const LATE_SWEEP_MS = 60_000;

let bundle: ChildBundle;
let server: PgBossServer;
beforeAll(async () => {
  bundle = await bundleChild("simulation/pg-boss-node-process.ts");
  server = await pgBossServer();
});
afterAll(async () => {
  bundle?.remove();
  await server?.end();
});

it("SM-64: two processes over pg-boss, of which one is killed while handling: every deadline takes effect once", async () => {
  const { store, deal } = await market();
  const [victim, survivor] = [
    startNode("victim", LATE_SWEEP_MS, "hangs"),
    startNode("survivor", LATE_SWEEP_MS, "waits"),
  ];
  await Promise.all([victim.says("ready"), survivor.says("ready")]);
  const dueAt = Date.now() + 6_000;
  await Promise.all(Array.from({ length: DEAL_COUNT }, (_, index) => deal(`deal-${index}`, dueAt)));
  await victim.says("handling", 50);
  await victim.kill();
  // Had it gone on before, it might have taken all while the other one slept.
  survivor.tell("go on");
  const killedAt = Date.now();
  const held = victim.idsOf("handling");

  await settled(store, DEAL_COUNT);
  const histories = await historiesOf(store);
  expect(histories.rows).toHaveLength(DEAL_COUNT);
  expect([...survivor.linesOf("complaint"), ...victim.linesOf("complaint")]).toEqual([]);
  // The one that hangs has ended none of them itself.
  expect(victim.linesOf("event")).toEqual([]);
  const endedMs = Math.max(...histories.rows.map(({ updatedAt }) => updatedAt)) - killedAt;
  console.log(
    `SM-64: killed while it held ${held.length} of ${DEAL_COUNT} or more; the last ended ${endedMs} ms after that`,
  );
  // By the jobs, which came back, and not by a sweep, but where they ran out of retries.
  expect(survivor.idsOf("handling")).toEqual(expect.arrayContaining([...held]));
  await expect.poll(() => survivor.linesOf("event").length).toBe(DEAL_COUNT);
});

it("SM-64: with the engine's queue emptied by hand, the sweep settles all", async () => {
  const { store, deal } = await market();
  const dueAt = Date.now() + 1_000;
  await Promise.all(Array.from({ length: DEAL_COUNT }, (_, index) => deal(`deal-${index}`, dueAt)));
  expect((await server.jobs(QUEUE)).filter(({ state }) => state === "created")).toHaveLength(DEAL_COUNT);
  await server.boss.deleteAllJobs(QUEUE);
  expect(await server.jobs(QUEUE)).toEqual([]);
  // Nobody was there to take a job before the queue was empty, and nothing comes into it later.
  const nodes = [startNode("one", 1_000), startNode("other", 1_000)];
  await settled(store, DEAL_COUNT);
  const histories = await historiesOf(store);
  expect(histories.rows).toHaveLength(DEAL_COUNT);
  expect(await server.jobs(QUEUE)).toEqual([]);
  expect(nodes.flatMap((node) => node.linesOf("complaint"))).toEqual([]);
  const lateMs = Math.max(...histories.rows.map(({ updatedAt }) => updatedAt)) - dueAt;
  console.log(`SM-64: the sweep ended all, at most ${lateMs} ms late`);
});

it("SM-65: whatever fails, all processes are gone at the end", async () => {
  await market();
  const nodes = [startNode("one", 1_000), startNode("other", 1_000, "hangs")];
  await Promise.all(nodes.map((node) => node.says("ready")));
  const pids = nodes.map((node) => Number(node.linesOf("ready")[0]?.split(" ")[1]));
  await endAll();
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});

/** Empty tables, and a room that makes negotiations and hears of no wake-up: those are for the processes. */
async function market() {
  const { database, boss } = server;
  onTestFinished(async () => {
    await endAll();
    await boss.deleteAllJobs(QUEUE);
    await database.admin.query(
      "DROP TABLE concordat_negotiation, concordat_entry, concordat_outbox, concordat_meta",
    );
  });
  const { onCommit } = pgBossTimer({ boss });
  const { schemaName } = database;
  const store = await openPostgresStore({ client: database.pool({ max: 8 }), onCommit }, { schemaName });
  const nobody: DeadlineTimer = { arm: () => {}, disarm: () => {}, start: () => ({ stop: () => {} }) };
  const room = new NegotiationService("market", {
    store,
    outbox: true,
    timer: nobody,
    rules: { oneActive: "none" },
  });
  onTestFinished(() => room.destroy());
  const deal = (id: string, dueAt: number): Promise<unknown> =>
    room.createNegotiation("ada", "smith", { price: 40 }, { id, rules: { turnMs: dueAt - Date.now() } });
  return { store, deal };
}

const children = new Set<HeardProcess>();

function startNode(name: string, sweepMs: number, behaviour = "works"): HeardProcess {
  const { url, schemaName } = server.database;
  const node = new HeardProcess(
    bundle.path,
    url,
    schemaName,
    `${schemaName}_boss`,
    name,
    String(sweepMs),
    behaviour,
  );
  children.add(node);
  return node;
}

/** By their own handles (SM-65). */
async function endAll(): Promise<void> {
  await Promise.all([...children].map((node) => node.kill()));
  children.clear();
}

async function settled(store: PostgresStore, count: number): Promise<void> {
  while ((await store.count({ roomId: "market", isFinal: true })) < count) {
    if ([...children].every((node) => node.isOver))
      throw new Error("Expected a process, got the end of all.");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Everything that is stored, after a look at it: each deadline has taken effect once. */
async function historiesOf(store: PostgresStore) {
  const { rows } = await server.database.admin.query("SELECT count(*)::int AS count FROM concordat_outbox");
  const histories = await storedHistories(store, "market", (rows[0] as { readonly count: number }).count);
  const kinds = Object.values(histories.entries).map((entries) => entries.map(({ kind }) => kind).join(" "));
  expect([...new Set(kinds)]).toEqual(["created woken"]);
  expect([...new Set(histories.rows.map(({ status, version }) => `${status} ${version}`))]).toEqual([
    "expired 1",
  ]);
  expect(violationsOf(histories, { acknowledged: [], published: [] })).toEqual([]);
  return histories;
}
