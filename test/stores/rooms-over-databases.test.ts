import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Agent, NegotiationService } from "../../src/index.js";
import type { NegotiationStore } from "../../src/ports/index.js";
import { openPostgresStore } from "../../src/stores/postgres/index.js";
import { openSqliteStore } from "../../src/stores/sqlite/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { isDeepFrozen } from "../kit/deep-frozen.js";
import { type TestDatabase, testDatabase } from "./postgres-database.js";
import { databaseFolder, openDatabase } from "./sqlite-files.js";

const folder = databaseFolder();
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  folder.remove();
  await database?.drop();
});

/** Where data are, and what opens them as another process would. */
interface Database {
  readonly place: () => string;
  readonly open: (place: string) => Promise<NegotiationStore>;
}

let count = 0;
const DATABASES: Readonly<Record<string, Database>> = {
  SQLite: {
    place: () => folder.newFile(),
    open: async (path) => openSqliteStore({ database: openDatabase(path) }),
  },
  PostgreSQL: {
    place: () => `room_${++count}_`,
    open: (tablePrefix) => openPostgresStore({ client: database.pool() }, { tablePrefix }),
  },
};

describe.each(Object.entries(DATABASES))("rooms over %s", (_, { place, open }) => {
  /** A room as a process would have it after a restart. */
  async function roomAt(at: string, clock: ManualClock, agentFor?: () => Agent) {
    const store = await open(at);
    const options = { store, clock, outbox: true, rules: { oneActive: "none" }, agentFor } as const;
    const room = new NegotiationService("market-7", options);
    const end = async (): Promise<void> => {
      room.destroy();
      await store.close();
    };
    return { room, store, end };
  }

  it("ST-14: go on with what an earlier process left, byte for byte", async () => {
    const [at, clock] = [place(), new ManualClock()];
    const first = await roomAt(at, clock);
    const context = { why: "é\u0000" };
    const { id } = await first.room.createNegotiation("ada", "smith", { price: 40 }, { context });
    const counter = { action: "counter", terms: { price: 60 } } as const;
    await first.room.submit(id, "smith", counter, { commandId: "c-1" });
    const left = first.room.getNegotiation(id);
    await first.end();

    const second = await roomAt(at, clock);
    expect(second.room.getNegotiation(id)).toBeUndefined();
    expect(JSON.stringify(await second.room.loadNegotiation(id))).toBe(JSON.stringify(left));
    // What was acknowledged before takes effect once, also when it is handed in again now.
    const again = await second.room.submit(id, "smith", counter, { commandId: "c-1" });
    expect(again).toMatchObject({ ok: true, duplicate: true });
    expect(await second.room.submit(id, "ada", { action: "accept" })).toMatchObject({ ok: true });
    await second.end();
  });

  it("go on with many without a call for the turns of each, but for the long ones [ST-87]", async () => {
    const [at, clock] = [place(), new ManualClock()];
    const first = await roomAt(at, clock);
    const rules = { cap: { limit: "unlimited" } } as const;
    for (const [id, counters] of [
      ["n-1", 0],
      ["n-2", 3],
      ["n-3", 30],
    ] as const) {
      await first.room.createNegotiation("ada", "smith", { price: 40 }, { id, rules });
      for (let index = 0; index < counters; index += 1) {
        const move = { action: "counter", terms: { price: index } } as const;
        await first.room.submit(id, index % 2 === 0 ? "smith" : "ada", move);
      }
    }
    const known = (room: NegotiationService) =>
      JSON.stringify(["n-1", "n-2", "n-3"].map((id) => room.getNegotiation(id)));
    const left = known(first.room);
    await first.end();

    const { room, store, end } = await roomAt(at, clock, () => () => new Promise(() => {}));
    const turns = vi.spyOn(store, "turns");
    await room.resume();
    expect(known(room)).toBe(left);
    expect(turns.mock.calls).toEqual([["n-3"]]);
    await end();
  });

  it("give what is sealed again after a restart, by loadNegotiation and by the store's turns alone [EN-54]", async () => {
    const [at, clock] = [place(), new ManualClock()];
    const sealed = { salt_secret: "marker-salt", "b\u0000": 1, a: 2 };
    const before = await roomAt(at, clock);
    const { id } = await before.room.createNegotiation("ada", "smith", { price: 40 }, { move: { sealed } });
    await before.room.submit(id, "smith", { action: "accept", sealed });
    const loaded = await before.room.loadNegotiation(id);
    await before.end();

    const { room, store, end } = await roomAt(at, clock);
    await room.resume();
    const again = await room.loadNegotiation(id);
    expect(JSON.stringify(again)).toBe(JSON.stringify(loaded));
    expect(isDeepFrozen(again)).toBe(true);
    expect(loaded?.turns.map((turn) => turn.sealed)).toEqual([sealed, sealed]);
    expect(await store.turns(id)).toEqual(loaded?.turns);
    expect((await store.entries(id)).map(({ turn }) => turn)).toEqual(loaded?.turns);
    // What other tests hold open in the same server holds back what is read.
    await expect.poll(() => store.readOutbox({ after: null, limit: 100 })).not.toEqual([]);
    const events = await store.readOutbox({ after: null, limit: 100 });
    const others = [await store.load(id), events, room.getNegotiation(id)];
    const seen = [await room.list({ partyId: "smith", limit: 10 }), await room.viewFor(id, "smith")];
    expect(JSON.stringify([others, seen])).not.toContain("marker-salt");
    await end();
  });

  it("ST-86: settle what fell due meanwhile, from their first command on", async () => {
    const [at, clock] = [place(), new ManualClock()];
    const first = await roomAt(at, clock);
    const { id } = await first.room.createNegotiation("ada", "smith", { price: 40 });
    await first.end();

    await clock.advance(60_000);
    const second = await roomAt(at, clock);
    const expired: string[] = [];
    second.room.on("negotiation:expired", (negotiation) => expired.push(negotiation.id));
    await second.room.createNegotiation("eve", "bob", { price: 1 });
    await expect
      .poll(async () => {
        await clock.advance(1_000);
        return expired;
      })
      .toContain(id);
    expect(await second.room.loadNegotiation(id)).toMatchObject({ outcome: { reason: "turn_timeout" } });
    await second.end();
  });

  it("ST-31: two processes that move at once make one turn", async () => {
    const [at, clock] = [place(), new ManualClock()];
    const [one, other] = [await roomAt(at, clock), await roomAt(at, clock)];
    const { id } = await one.room.createNegotiation("ada", "smith", { price: 40 });
    const answers = await Promise.all([
      one.room.submit(id, "smith", { action: "accept" }),
      other.room.submit(id, "smith", { action: "counter", terms: { price: 60 } }),
    ]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await one.room.loadNegotiation(id))?.turns).toHaveLength(2);
    for (const { end } of [one, other]) await end();
  });
});

describe("a room over PostgreSQL", () => {
  it("ST-2: holds no connection, lock or transaction while an agent thinks", async () => {
    const client = database.pool({ application_name: `${database.schemaName}-thinks` });
    const store = await openPostgresStore({ client }, { tablePrefix: "thinks_" });
    let answerOf: (move: { action: "accept" }) => void = () => {};
    let asked: () => void = () => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const agent = () =>
      new Promise<{ action: "accept" }>((resolve) => {
        answerOf = resolve;
        asked();
      });
    const room = new NegotiationService("market-7", { store, clock: new ManualClock() });
    const smith = { id: "smith", kind: "system", agent } as const;
    await room.createNegotiation("ada", smith, { price: 40 });
    await isAsked;
    expect(client.idleCount).toBe(client.totalCount);
    const open = `SELECT state FROM pg_stat_activity WHERE application_name = $1 AND state <> 'idle'`;
    expect((await database.admin.query(open, [`${database.schemaName}-thinks`])).rows).toEqual([]);
    // Fails at once if anybody holds the row, or the table.
    await database.admin.query("BEGIN; LOCK TABLE thinks_negotiation NOWAIT; COMMIT");
    const status = new Promise<string>((resolve) => {
      room.on("negotiation:settled", (negotiation) => resolve(negotiation.status));
    });
    answerOf({ action: "accept" });
    expect(await status).toBe("accepted");
    room.destroy();
  });
});
