import { afterAll, describe, expect, it } from "vitest";
import { NegotiationService } from "../../src/index.js";
import { openSqliteStore } from "../../src/stores/sqlite.js";
import { ManualClock } from "../../src/testing/manual-clock.js";
import { databaseFolder, openDatabase } from "./sqlite-files.js";

const folder = databaseFolder();
afterAll(() => folder.remove());

/** A room over the file, as a process would have it after a restart. */
function roomOver(path: string, clock: ManualClock): { room: NegotiationService; end: () => void } {
  const store = openSqliteStore({ database: openDatabase(path) });
  const room = new NegotiationService("market-7", { store, clock, rules: { oneActive: "none" } });
  return {
    room,
    end: () => {
      room.destroy();
      store.close();
    },
  };
}

describe("a room over a file", () => {
  it("ST-14: goes on with what an earlier process left, byte for byte", async () => {
    const path = folder.newFile();
    const clock = new ManualClock();
    const first = roomOver(path, clock);
    const created = await first.room.createNegotiation(
      "ada",
      "smith",
      { price: 40 },
      { context: { why: "é\u0000" } },
    );
    await first.room.submit(
      created.id,
      "smith",
      { action: "counter", terms: { price: 60 } },
      { commandId: "c-1" },
    );
    const left = first.room.getNegotiation(created.id);
    first.end();

    const second = roomOver(path, clock);
    expect(second.room.getNegotiation(created.id)).toBeUndefined();
    expect(JSON.stringify(await second.room.loadNegotiation(created.id))).toBe(JSON.stringify(left));
    // What was acknowledged before takes effect once, also when it is handed in again now.
    const again = { action: "counter", terms: { price: 60 } } as const;
    expect(await second.room.submit(created.id, "smith", again, { commandId: "c-1" })).toMatchObject({
      ok: true,
      duplicate: true,
    });
    expect(await second.room.submit(created.id, "ada", { action: "accept" })).toMatchObject({ ok: true });
    second.end();
  });

  it("ST-86: settles what fell due meanwhile, from its first command on", async () => {
    const path = folder.newFile();
    const clock = new ManualClock();
    const first = roomOver(path, clock);
    const { id } = await first.room.createNegotiation("ada", "smith", { price: 40 });
    first.end();

    await clock.advance(60_000);
    const second = roomOver(path, clock);
    const expired: string[] = [];
    second.room.on("negotiation:expired", (negotiation) => expired.push(negotiation.id));
    await second.room.createNegotiation("eve", "bob", { price: 1 });
    await clock.advance(1_000);
    expect(expired).toEqual([id]);
    expect(await second.room.loadNegotiation(id)).toMatchObject({ outcome: { reason: "turn_timeout" } });
    second.end();
  });
});
