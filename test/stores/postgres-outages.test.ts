import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type CommandResult, NegotiationService } from "../../src/index.js";
import { systemClock } from "../../src/store.js";
import { openPostgresStore } from "../../src/stores/postgres/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { startOwnPostgres } from "../provide-postgres.js";
import { breakableWay } from "./breakable-connection.js";
import { type TestDatabase, testDatabase } from "./postgres-database.js";

// What goes wrong between a service and its server, seen from outside: by those who hand moves in, those who
// listen, and those who read the tables.

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

const TURN_MS = 600_000;
const RULES = { oneActive: "none", turnMs: TURN_MS, totalMs: 2 * TURN_MS } as const;
const ACCEPT = { action: "accept" } as const;

/** A room with a clock of its own, and what it tells. */
async function roomOver(client: pg.Pool, tablePrefix: string, clock = new ManualClock()) {
  const store = await openPostgresStore({ client }, { tablePrefix });
  // No sweep comes in between: it is `resume` and `wake` that look here.
  const room = new NegotiationService("market-7", { store, clock, rules: RULES, sweepIntervalMs: 3_600_000 });
  const told: string[] = [];
  for (const type of ["negotiation:started", "turn:recorded", "negotiation:settled"] as const) {
    room.on(type, () => void told.push(type));
  }
  return { store, room, clock, told };
}

/** What the promise comes to, while the room's own time goes on: it waits between its tries. */
async function answered<T>(clock: ManualClock, promise: Promise<T>): Promise<T> {
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  promise.then(end, end);
  while (!isOver) {
    await clock.advance(50);
    await new Promise<void>((resolve) => void systemClock.setTimeout(resolve, 5));
  }
  return promise;
}

describe("a connection that breaks", () => {
  it.each(["before-commit", "after-commit"] as const)(
    "ST-14, ST-32: %s: a creation and a move take effect once, are answered with success, and are told once",
    async (where) => {
      const way = await breakableWay(database.url, () => true);
      const url = Object.assign(new URL(database.url), { hostname: "127.0.0.1", port: String(way.port) });
      const client = database.pool({ connectionString: url.href, max: 1 });
      onTestFinished(() => client.end().then(way.close));
      const { store, room, clock, told } = await roomOver(client, `${where.replace("-", "_")}_`);
      // A connection that has served already, as in the midst of a day.
      await store.count({ roomId: "market-7" });

      way.breakNext(where);
      const creation = { id: "deal", commandId: "create" };
      const created = await answered(clock, room.createNegotiation("ada", "smith", { price: 40 }, creation));
      expect(created).toMatchObject({ id: "deal", version: 0, status: "proposed" });
      way.breakNext(where);
      const result = await answered(clock, room.submit("deal", "smith", ACCEPT, { commandId: "accept" }));
      expect(result).toMatchObject({ ok: true, turn: { number: 2 }, negotiation: { version: 1 } });

      expect(told).toEqual(["negotiation:started", "turn:recorded", "turn:recorded", "negotiation:settled"]);
      expect((await store.entries("deal")).map(({ commandId }) => commandId)).toEqual([
        "initiator:create",
        "responder:accept",
      ]);
      expect(await room.submit("deal", "smith", ACCEPT, { commandId: "accept" })).toMatchObject({
        ok: true,
        duplicate: true,
      });
      expect(told).toHaveLength(4);
      room.destroy();
    },
  );
});

describe("a server that crashes and starts again", () => {
  it("ST-14, ST-32: in the midst of a commit: the same command, sent again, takes effect once", async () => {
    // Not the run's own: other files of tests are at work on that one.
    const server = await startOwnPostgres();
    const pools: pg.Pool[] = [];
    onTestFinished(async () => {
      await Promise.all(pools.map((one) => one.end()));
      await server.stop();
    });
    const pool = (): pg.Pool => {
      const made = new pg.Pool({ connectionString: server.url });
      made.on("error", () => {});
      pools.push(made);
      return made;
    };
    const { store, room, clock, told } = await roomOver(pool(), "crash_");
    const other = await roomOver(pool(), "crash_");
    await room.createNegotiation("ada", "smith", { price: 40 }, { id: "deal" });

    // Somebody holds the row, so that the commit has begun and cannot end.
    const admin = pool();
    const holder = await admin.connect();
    holder.on("error", () => {});
    await holder.query("BEGIN");
    await holder.query("SELECT 1 FROM crash_negotiation FOR UPDATE");
    const accept = (): Promise<CommandResult> => room.submit("deal", "smith", ACCEPT, { commandId: "once" });
    const first = accept().catch((error: { readonly code: string }) => error.code);
    const waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    let committing: number | undefined;
    while (committing === undefined) {
      committing = ((await admin.query(waiting)).rows[0] as { readonly pid: number } | undefined)?.pid;
    }
    // A server whose backend dies like this throws all others out, and recovers from its log.
    process.kill(committing, "SIGKILL");
    const answer = await answered(clock, first);
    holder.release(true);

    // Either it was back before the third try, or the outcome is said to be unknown.
    if (answer !== "store_failed") expect(answer).toMatchObject({ ok: true, duplicate: false });
    let result: CommandResult | undefined;
    while (result === undefined) result = await answered(clock, accept()).catch(() => undefined);
    expect(result).toMatchObject({ ok: true, turn: { number: 2 }, negotiation: { status: "accepted" } });
    expect(told).toEqual(["negotiation:started", "turn:recorded", "turn:recorded", "negotiation:settled"]);
    expect((await store.entries("deal")).map(({ commandId }) => commandId).slice(1)).toEqual([
      "responder:once",
    ]);
    // What was answered is there for everybody.
    expect(await other.room.submit("deal", "smith", ACCEPT, { commandId: "once" })).toMatchObject({
      ok: true,
      duplicate: true,
      negotiation: { version: 1 },
    });
    room.destroy();
    other.room.destroy();
  });
});

describe("clocks that are a second apart", () => {
  it.each([
    ["ahead", 1_000],
    ["behind", -1_000],
  ])(
    "ST-38: a node whose clock is %s settles at the deadline by its own clock, not before",
    async (name, skew) => {
      const begun = new ManualClock().now();
      const first = await roomOver(database.pool(), `${name}_`);
      const second = await roomOver(database.pool(), `${name}_`, new ManualClock(begun + skew));
      const creation = { id: "deal" } as const;
      const { deadlines } = await first.room.createNegotiation("ada", "smith", { price: 40 }, creation);
      const at = deadlines.turnAt ?? 0;
      expect(at).toBe(begun + TURN_MS);
      // The node that made it is gone where it would be the first to see the deadline.
      if (skew < 0) first.room.destroy();
      const pass = async (ms: number): Promise<void> => {
        if (skew > 0) await first.clock.advance(ms);
        await second.clock.advance(ms);
      };

      await pass(TURN_MS - skew - 1);
      expect(second.clock.now()).toBe(at - 1);
      await second.room.resume();
      await second.room.wake("deal");
      expect((await second.store.load("deal"))?.version).toBe(0);

      await pass(1);
      // In true time a second early, or late: the skew and no more.
      expect(second.clock.now() - skew).toBe(at - skew);
      await second.room.resume();
      expect(await second.room.loadNegotiation("deal")).toMatchObject({
        version: 1,
        outcome: { status: "expired", reason: "turn_timeout", at },
      });
      const entries = await second.store.entries("deal");
      expect(entries.map(({ version, at: entryAt }) => [version, entryAt])).toEqual([
        [0, begun],
        [1, at],
      ]);
      if (skew > 0) {
        // Its clock says that there is a second left; what is decided is decided.
        expect(first.clock.now()).toBe(at - skew);
        expect(await first.room.submit("deal", "smith", ACCEPT)).toMatchObject({
          ok: false,
          code: "negotiation_over",
        });
        await first.clock.advance(skew);
        await first.room.wake("deal");
        expect(await first.store.entries("deal")).toEqual(entries);
        first.room.destroy();
      }
      second.room.destroy();
    },
  );
});
