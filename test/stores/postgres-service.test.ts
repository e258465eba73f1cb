import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NegotiationService } from "../../src/index.js";
import { openPostgresStore } from "../../src/stores/postgres/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { type TestDatabase, testDatabase } from "./postgres-database.js";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

/** A room over the database, as a process would have it that has connections of its own. */
async function node(tablePrefix: string, clock: ManualClock) {
  const store = await openPostgresStore({ client: database.pool() }, { tablePrefix });
  return new NegotiationService("market-7", { store, clock, rules: { oneActive: "none" } });
}

describe("rooms over PostgreSQL", () => {
  it("ST-14: another process goes on with what the first left, byte for byte", async () => {
    const clock = new ManualClock();
    const first = await node("left_", clock);
    const created = await first.createNegotiation(
      "ada",
      "smith",
      { price: 40 },
      { context: { why: "é\u0000" } },
    );
    const counter = { action: "counter", terms: { price: 60 } } as const;
    await first.submit(created.id, "smith", counter, { commandId: "c-1" });
    const left = first.getNegotiation(created.id);
    first.destroy();

    const second = await node("left_", clock);
    expect(JSON.stringify(await second.loadNegotiation(created.id))).toBe(JSON.stringify(left));
    // What was acknowledged before takes effect once, also when it is handed in again now.
    expect(await second.submit(created.id, "smith", counter, { commandId: "c-1" })).toMatchObject({
      ok: true,
      duplicate: true,
    });
    expect(await second.submit(created.id, "ada", { action: "accept" })).toMatchObject({ ok: true });
    second.destroy();
  });

  it("gives what is sealed to another process, by loadNegotiation alone, byte for byte [EN-54]", async () => {
    const clock = new ManualClock();
    const sealed = { salt_secret: "marker-salt", "b\u0000": 1, a: 2 };
    const first = await node("sealed_", clock);
    const { id } = await first.createNegotiation("ada", "smith", { price: 40 }, { move: { sealed } });
    await first.submit(id, "smith", { action: "accept", sealed });
    const loaded = await first.loadNegotiation(id);
    first.destroy();
    const second = await node("sealed_", clock);
    expect(loaded?.turns.map((turn) => turn.sealed)).toEqual([sealed, sealed]);
    expect(JSON.stringify(await second.loadNegotiation(id))).toBe(JSON.stringify(loaded));
    const seen = [second.getNegotiation(id), await second.list({ partyId: "ada", limit: 10 })];
    expect(JSON.stringify(seen)).not.toContain("marker-salt");
    second.destroy();
  });

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

  it("ST-31: two processes that move at once make one turn", async () => {
    const clock = new ManualClock();
    const [one, other] = [await node("both_", clock), await node("both_", clock)];
    const { id } = await one.createNegotiation("ada", "smith", { price: 40 });
    const answers = await Promise.all([
      one.submit(id, "smith", { action: "accept" }),
      other.submit(id, "smith", { action: "counter", terms: { price: 60 } }),
    ]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await one.loadNegotiation(id))?.turns).toHaveLength(2);
    one.destroy();
    other.destroy();
  });
});
