import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NegotiationService } from "../../src/index.js";
import { openPostgresStore } from "../../src/stores/postgres/index.js";
import { newCommit, newNegotiation, T0 } from "../../src/testing/stores/lab/index.js";
import { wakeUpOf } from "../../src/testing/timers/timer-lab.js";
import { pgBossTimer } from "../../src/timers/pg-boss/index.js";
import { type PgBossServer, pgBossServer, type StoredJob } from "./pg-boss-server.js";

let server: PgBossServer;
beforeAll(async () => {
  server = await pgBossServer();
});
afterAll(() => server?.end());

/** A timer with a queue, and a store with tables, of that name. */
async function made(name: string) {
  const timer = pgBossTimer({ boss: server.boss, queue: name, store: () => store });
  const store = await openPostgresStore(
    { client: server.database.pool(), onCommit: timer.onCommit },
    { tablePrefix: `${name}_` },
  );
  return { timer, store, jobs: () => server.jobs(name) };
}

function versionsAndInstants(jobs: readonly StoredJob[]): readonly (readonly [number, number])[] {
  return jobs.map(({ data, at }) => [data.version, at]);
}

describe("ST-70: in the commit's transaction", () => {
  it("each commit with a deadline leaves one job, at that deadline, and the final one none", async () => {
    const { timer, store, jobs } = await made("commits");
    const room = new NegotiationService("room-1", { store, timer });
    const { id } = await room.createNegotiation("ada", "smith", { price: 40 });
    const deadlines = [(await store.load(id))?.deadline?.at];
    await room.submit(id, "smith", { action: "counter", terms: { price: 60 } });
    deadlines.push((await store.load(id))?.deadline?.at);
    await room.submit(id, "ada", { action: "accept" });
    await room.close();
    expect(versionsAndInstants(await jobs())).toEqual([
      [0, deadlines[0]],
      [1, deadlines[1]],
    ]);
    expect((await jobs())[0]?.data).toEqual({ id, version: 0, roomId: "room-1" });
  });

  it("nobody sees the job before the commit, and nobody ever when it is rolled back", async () => {
    const { timer, jobs } = await made("rolled_back");
    const seen: number[] = [];
    let isRefused = true;
    const store = await openPostgresStore(
      {
        client: server.database.pool(),
        onCommit: async (committed, db) => {
          await timer.onCommit(committed, db);
          const { rows } = await db.executeSql("SELECT 1");
          seen.push(rows.length, (await jobs()).length);
          if (isRefused) throw new Error("refused");
        },
      },
      { tablePrefix: "rolled_back_" },
    );
    await expect(store.create(newNegotiation())).rejects.toThrow();
    expect([await store.load("neg-1"), await jobs(), seen]).toEqual([null, [], [1, 0]]);
    isRefused = false;
    await store.create(newNegotiation());
    expect(versionsAndInstants(await jobs())).toEqual([[0, T0 + 30_000]]);
    // A commit that conflicts asks no hook, and leaves nothing either.
    await store.commit(newCommit({ expectedVersion: 7 }));
    expect([seen, (await jobs()).length]).toEqual([[1, 0, 1, 0], 1]);
  });

  it("an agent's timeout, which is earlier than the deadline, has a job of its own", async () => {
    const { timer, store, jobs } = await made("agents");
    const room = new NegotiationService<{ price: number }>("room-1", {
      store,
      timer,
      rules: { agentTimeoutMs: 5_000 },
      agentFor: ({ id }) => (id === "smith" ? () => new Promise(() => {}) : undefined),
    });
    const { id } = await room.createNegotiation("ada", "smith", { price: 40 });
    const row = await store.load(id);
    await expect.poll(async () => (await jobs()).length).toBe(2);
    await room.close();
    const deadlineAt = row?.deadline?.at ?? 0;
    const [timeout, deadline, ...others] = versionsAndInstants(await jobs());
    expect([deadline, others]).toEqual([[0, deadlineAt], []]);
    expect(timeout?.[1]).toBeLessThan(deadlineAt);
    expect(timeout?.[1]).toBeGreaterThanOrEqual((row?.createdAt ?? 0) + 5_000);
  });

  it("without the hook arm sends, after the commit", async () => {
    const { timer, jobs } = await made("without");
    const store = await openPostgresStore({ client: server.database.pool() }, { tablePrefix: "bare_" });
    const room = new NegotiationService("room-1", { store, timer });
    const { id } = await room.createNegotiation("ada", "smith", { price: 40 });
    await room.close();
    const deadline = (await store.load(id))?.deadline?.at;
    await expect.poll(async () => versionsAndInstants(await jobs())).toEqual([[0, deadline]]);
  });
});

it("ST-71: a job for each turn, of which the stale ones do nothing and the last ends it once", async () => {
  const { timer, store, jobs } = await made("stale");
  const room = new NegotiationService("room-1", { store, timer, rules: { turnMs: 400, totalMs: 60_000 } });
  const settled = new Promise<string | undefined>((resolve) => {
    room.on("negotiation:settled", ({ outcome }) => resolve(outcome?.reason));
  });
  const { id } = await room.createNegotiation("ada", "smith", { price: 40 });
  for (const party of ["smith", "ada", "smith"]) {
    await room.submit(id, party, { action: "counter", terms: { price: 50 + party.length } });
  }
  expect((await jobs()).map(({ data }) => data.version)).toEqual([0, 1, 2, 3]);
  expect(await settled).toBe("turn_timeout");
  await expect
    .poll(async () => (await jobs()).map(({ data, state }) => `${data.version} ${state}`))
    .toEqual(["0 completed", "1 completed", "2 completed", "3 completed"]);
  const kinds = (await store.entries(id)).map(({ kind }) => kind);
  expect(kinds).toEqual(["created", "turn", "turn", "turn", "woken"]);
  await room.close();
});

describe("ST-72", () => {
  it("the queue is made with these options, and one that is there stays as it is", async () => {
    const { timer } = await made("options");
    await timer.arm(wakeUpOf("a", Date.now() + 60_000));
    expect(await server.boss.getQueue("options")).toMatchObject({
      policy: "standard",
      retryLimit: 3,
      heartbeatSeconds: 10,
      deleteAfterSeconds: 3_600,
    });
    await server.boss.createQueue("own", { retryLimit: 7 });
    await (await made("own")).timer.arm(wakeUpOf("a", Date.now() + 60_000));
    expect(await server.boss.getQueue("own")).toMatchObject({ retryLimit: 7 });
  });

  it("two workers poll twice a second for 100 jobs, and stop() ends them and not the boss", async () => {
    const { timer } = await made("workers");
    const workers = () => server.boss.getWipData().filter(({ name }) => name === "workers");
    const one = await timer.start(() => {});
    const other = await timer.start(() => {}, { roomId: "room-1" });
    expect(workers()).toHaveLength(2);
    expect(workers()[0]?.options).toMatchObject({ pollingInterval: 500, batchSize: 100 });
    await one.stop();
    expect(workers()).toHaveLength(2);
    await other.stop();
    expect(workers()).toEqual([]);
    expect(await server.boss.send("workers", {})).toEqual(expect.any(String));
  });

  it("the job of a room that nobody serves here goes back to the queue", async () => {
    const { timer, jobs } = await made("strange");
    const delivery = await timer.start(() => {}, { roomId: "room-1" });
    await timer.arm(wakeUpOf("a", 0, { roomId: "room-2" }));
    // Three times again, by which time it has been offered to whoever there is.
    await expect.poll(async () => (await jobs()).map(({ state }) => state)).toEqual(["failed"]);
    await delivery.stop();
  });
});

it("says that the boss is to be started", async () => {
  const timer = pgBossTimer({ boss: server.another() });
  await expect(timer.arm(wakeUpOf("a", 0))).rejects.toMatchObject({ code: "store_failed" });
  await expect(timer.start(() => {})).rejects.toThrow("Start the boss before the timer is used.");
});
