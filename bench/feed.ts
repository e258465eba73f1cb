/**
 * @module
 * How soon other processes hear a commit (ST-104): one process commits 1,000 moves a second to PostgreSQL for a minute, two
 * hear them, and all their connections are cut every 5 s. What each heard is compared with what was committed.
 */

import { type ChildProcess, fork } from "node:child_process";
import pg from "pg";
import type { RulesInput } from "../src/core.js";
import { type Negotiation, NegotiationService } from "../src/index.js";
import { openPostgresStore } from "../src/stores/postgres/index.js";
import { startPostgres } from "../test/provide-postgres.js";
import { answerOf } from "./measure.js";
import { hand } from "./report.js";

const SECONDS = Number(process.env["FEED_SECONDS"] ?? 60);
const MOVES_PER_SECOND = 1_000;
const TICK_MS = 10;
const CUT_EVERY_MS = 5_000;
const NEGOTIATIONS = 200;
const HEARERS = 2;
const ROOM = "market-7";
const RULES: RulesInput = {
  oneActive: "none",
  cap: { limit: "unlimited" },
  turnMs: 3_600_000,
  totalMs: 7_200_000,
};

/** What a hearer has heard: versions by negotiation, and how late each was. */
interface Heard {
  readonly versions: Readonly<Record<string, number>>;
  readonly moves: number;
  readonly twice: number;
  readonly disordered: number;
  readonly delaysMs: readonly number[];
}

const [, , role, url = "", schemaName = ""] = process.argv;
async function measure(): Promise<void> {
  const server = await startPostgres();
  const schema = `bench_feed_${process.pid}`;
  const admin = new pg.Pool({ connectionString: server.url, max: 2 }).on("error", () => {});
  const client = poolOf(server.url, schema, "writer");
  const hearers: ChildProcess[] = [];
  try {
    await admin.query(`CREATE SCHEMA ${schema}`);
    const store = await openPostgresStore({ client });
    const room = new NegotiationService<object>(ROOM, {
      store,
      rules: RULES,
      outbox: {},
      sweepIntervalMs: 3_600_000,
    });
    const ids: string[] = [];
    for (let index = 0; index < NEGOTIATIONS; index++)
      ids.push((await room.createNegotiation("ada", "smith", { price: 40 })).id);
    for (let index = 0; index < HEARERS; index++)
      hearers.push(fork(process.argv[1] ?? "", ["hear", server.url, schema]));
    await Promise.all(hearers.map((hearer) => answerOf(hearer)));
    console.log(
      `${MOVES_PER_SECOND} moves a second for ${SECONDS} s, ${HEARERS} hearers, cut every ${CUT_EVERY_MS} ms`,
    );
    let cutCount = 0;
    const cutting = setInterval(async () => {
      const text =
        "SELECT count(pg_terminate_backend(pid)) AS n FROM pg_stat_activity WHERE application_name = $1";
      cutCount += Number((await admin.query(text, [`${schema}_hearer`])).rows[0]?.n);
    }, CUT_EVERY_MS);
    const { committed, ms } = await moved(room, ids);
    clearInterval(cutting);
    const expected = Object.fromEntries(ids.map((id) => [id, room.getNegotiation(id)?.version ?? 0]));
    const heard = await Promise.all(
      hearers.map((hearer) => {
        const answer = answerOf<Heard>(hearer);
        hearer.send(expected);
        return answer;
      }),
    );
    const delays = heard.flatMap(({ delaysMs }) => delaysMs).sort((one, other) => one - other);
    const at = (part: number): number => delays[Math.floor(part * (delays.length - 1))] ?? Number.NaN;
    hand({
      ratios: {},
      figures: {
        p50Ms: at(0.5),
        p99Ms: at(0.99),
        mostMs: at(1),
        missed: heard.reduce((sum, { moves }) => sum + committed - moves, 0),
        twice: heard.reduce((sum, { twice }) => sum + twice, 0),
        disordered: heard.reduce((sum, { disordered }) => sum + disordered, 0),
        movesPerSecond: (committed / ms) * 1_000,
        connectionsCut: cutCount,
      },
      goals: { p99Ms: "ST-104: at most 250", missed: "ST-104: 0", twice: "ST-104: 0", disordered: "0" },
    });
    room.destroy();
  } finally {
    for (const hearer of hearers) if (hearer.connected) hearer.disconnect();
    await admin.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    await Promise.all([client.end(), admin.end()]);
    await server.stop();
  }
}

/** Moves in turn, as many a tick as the rate asks for, on negotiations that are free. */
async function moved(
  room: NegotiationService<object>,
  ids: readonly string[],
): Promise<{ readonly committed: number; readonly ms: number }> {
  const free = [...ids];
  const running = new Set<Promise<void>>();
  let [begun, committed] = [0, 0];
  const move = async (id: string): Promise<void> => {
    const { floor } = room.getNegotiation(id) as Negotiation<object>;
    const result = await room.submit(id, floor ?? "", { action: "counter", terms: { price: begun } });
    if (!result.ok) throw new Error(`Expected a move to be taken, got ${result.code}.`);
    committed += 1;
    free.push(id);
  };
  const startedAt = performance.now();
  const wanted = SECONDS * MOVES_PER_SECOND;
  while (begun < wanted) {
    const due = Math.min(wanted, ((performance.now() - startedAt) * MOVES_PER_SECOND) / 1_000);
    for (; begun < due && free.length > 0; begun++) {
      const running1 = move(free.shift() as string).finally(() => void running.delete(running1));
      running.add(running1);
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  await Promise.all(running);
  return { committed, ms: performance.now() - startedAt };
}

/** In the process of a hearer: hears until it is told what there was to hear, and has heard it or waited long enough. */
async function hear(): Promise<void> {
  const client = poolOf(url, schemaName, "hearer");
  const store = await openPostgresStore({ client });
  const room = new NegotiationService<object>(ROOM, {
    store,
    rules: RULES,
    hearOthers: true,
    sweepIntervalMs: 3_600_000,
  });
  const versions: Record<string, number> = {};
  const delaysMs: number[] = [];
  let [moves, twice, disordered] = [0, 0, 0];
  room.on("turn:recorded", ({ negotiation: { id, version, updatedAt }, remote }) => {
    if (remote !== true) return;
    moves += 1;
    const before = versions[id] ?? 0;
    if (version <= before) twice += 1;
    else if (version !== before + 1) disordered += 1;
    versions[id] = version;
    delaysMs.push(Date.now() - updatedAt);
  });
  await room.resume();
  process.send?.("hears");
  process.once("message", async (expected) => {
    const isAll = (): boolean =>
      Object.entries(expected as Record<string, number>).every(([id, version]) => versions[id] === version);
    for (let waits = 0; waits < 100 && !isAll(); waits++)
      await new Promise((resolve) => setTimeout(resolve, 100));
    process.send?.({ versions, moves, twice, disordered, delaysMs } satisfies Heard);
  });
  process.once("disconnect", () => process.exit());
}

function poolOf(connectionString: string, schema: string, name: string): pg.Pool {
  const options = `-c search_path=${schema}`;
  const application_name = `${schema}_${name}`;
  // What is cut rejects where it was asked.
  return new pg.Pool({ connectionString, max: 8, options, application_name }).on("error", () => {});
}

if (role === "hear") await hear();
else await measure();
