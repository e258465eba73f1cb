/**
 * @module
 * One of several processes that end what is overdue, by the jobs of pg-boss and by a sweep beside them:
 * `node pg-boss-node-process URL SCHEMA BOSS_SCHEMA NAME SWEEP_MS BEHAVIOUR`. With the behaviour `hangs` it is
 * woken and does nothing, so that it can be killed then; with `waits` it does so until its input says anything.
 */

import { writeSync } from "node:fs";
import pg from "pg";
import { PgBoss } from "pg-boss";
import { NegotiationRooms } from "../../src/index.js";
import { openPostgresStore } from "../../src/stores/postgres/index.js";
import { pgBossTimer } from "../../src/timers/pg-boss/index.js";

const [connectionString = "", schemaName = "", schema = "", name = "", sweepMs, behaviour] =
  process.argv.slice(2);
const print = (...words: readonly unknown[]): void => void writeSync(1, `${words.join(" ")}\n`);
const complain = (what: unknown): void => print("complaint", what);

// However the parent ends, nobody stays behind (SM-65).
process.stdin.on("end", () => process.exit(0));
const isTold = new Promise<void>((resolve) => process.stdin.on("data", () => resolve()));

const names = { connectionString, application_name: `${schemaName}_${name}` };
const pool = new pg.Pool({ ...names, max: 4 });
// As often as it can, so that a killed process is noticed as soon as its heartbeat is over.
const boss = new PgBoss({
  ...names,
  max: 4,
  schema,
  schedule: false,
  superviseIntervalSeconds: 1,
  monitorIntervalSeconds: 1,
});
pool.on("error", complain);
boss.on("error", (error) => complain(error.message));
await boss.start();

const sweepIntervalMs = Number(sweepMs);
const timer = pgBossTimer({ boss, store: () => store, sweepIntervalMs, onError: complain });
const store = await openPostgresStore(
  { client: pool, onCommit: timer.onCommit },
  { schemaName, migrate: false },
);
const rooms = new NegotiationRooms({
  store,
  outbox: true,
  observer: { warn: complain },
  timer: {
    arm: (wakeUp) => timer.arm(wakeUp),
    disarm: (id) => timer.disarm(id),
    start: (handler, scope) =>
      timer.start((wakeUp) => {
        print("handling", wakeUp.id, wakeUp.version);
        if (behaviour === "hangs") return new Promise<void>(() => {});
        return behaviour === "waits" ? isTold.then(() => handler(wakeUp)) : handler(wakeUp);
      }, scope),
  },
});
rooms.on("negotiation:settled", ({ payload }) => print("event", payload.id, payload.version));
// Listens from the first room on.
rooms.room("market");
print("ready", process.pid);
