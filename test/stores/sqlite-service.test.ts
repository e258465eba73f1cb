import { afterAll, describe, expect, it } from "vitest";
import { NegotiationService } from "../../src/index.js";
import { openSqliteStore } from "../../src/stores/sqlite/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { databaseFolder, openDatabase } from "./sqlite-files.js";

const folder = databaseFolder();
afterAll(() => folder.remove());

/** A room with one negotiation over a file, and a second connection to it. */
async function troubledRoom() {
  const path = folder.newFile();
  const clock = new ManualClock();
  const [database, other] = [openDatabase(path), openDatabase(path)];
  const store = openSqliteStore({ database }, { busyTimeoutMs: 10, durability: "process" });
  const room = new NegotiationService<object>("market-7", { store, clock });
  const { id } = await room.createNegotiation("ada", "smith", { price: 40 });
  return {
    clock,
    database,
    other,
    id,
    counter: () =>
      room.submit(
        id,
        "smith",
        { action: "counter", terms: { price: 60, why: "x".repeat(20_000) } },
        { commandId: "c-1" },
      ),
    stored: () => [store.load(id)?.turnCount, store.entries(id).length],
    end: () => {
      room.destroy();
      database.close();
      other.close();
    },
  };
}

describe("a room over a file in trouble", () => {
  it("ST-32: waits out a lock that another process holds for a moment; the command takes effect once", async () => {
    const { clock, other, counter, stored, end } = await troubledRoom();
    other.exec("BEGIN IMMEDIATE");
    const answer = counter();
    // The first try has failed, and the second is to come 50 ms later.
    await clock.advance(49);
    other.exec("COMMIT");
    await clock.advance(1);
    expect(await answer).toMatchObject({ ok: true, duplicate: false });
    expect(stored()).toEqual([2, 2]);
    end();
  });

  it.each([
    [
      "the lock of another process is there for long",
      /keeps locked.*SQLITE_BUSY/,
      ({ other }: Trouble) => other.exec("BEGIN IMMEDIATE"),
      ({ other }: Trouble) => other.exec("COMMIT"),
    ],
    [
      "the disk is full",
      /full disk.*SQLITE_FULL/,
      ({ database }: Trouble) => database.exec("PRAGMA max_page_count = 1"),
      ({ database }: Trouble) => database.exec("PRAGMA max_page_count = 1000000"),
    ],
    [
      "the file may only be read",
      /read-only.*SQLITE_READONLY/,
      ({ database }: Trouble) => database.exec("PRAGMA query_only = 1"),
      ({ database }: Trouble) => database.exec("PRAGMA query_only = 0"),
    ],
  ])(
    "ST-32: says what is wrong when %s; sent again later, the command takes effect once",
    async (_, words, begin, cease) => {
      const trouble = await troubledRoom();
      const { clock, counter, stored, end } = trouble;
      begin(trouble);
      const failed = counter().catch((error: unknown) => error);
      await clock.advance(250);
      expect(await failed).toMatchObject({
        code: "store_failed",
        details: { attempts: 3 },
        cause: { message: expect.stringMatching(words) },
      });
      expect(stored()).toEqual([1, 1]);
      cease(trouble);
      expect(await counter()).toMatchObject({ ok: true, duplicate: false });
      expect(await counter()).toMatchObject({ ok: true, duplicate: true });
      expect(stored()).toEqual([2, 2]);
      end();
    },
  );
});

type Trouble = Awaited<ReturnType<typeof troubledRoom>>;

describe("a room over a file", () => {
  it("ST-2: holds no lock and no transaction while an agent thinks", async () => {
    const path = folder.newFile();
    const [database, other] = [openDatabase(path), openDatabase(path)];
    other.exec("PRAGMA busy_timeout = 0");
    const store = openSqliteStore({ database });
    let answerOf: (move: { action: "accept" }) => void = () => {};
    const agent = () =>
      new Promise<{ action: "accept" }>((resolve) => {
        answerOf = resolve;
      });
    const room = new NegotiationService("market-7", { store, clock: new ManualClock() });
    const smith = { id: "smith", kind: "system", agent } as const;
    const { id } = await room.createNegotiation("ada", smith, { price: 40 });
    await Promise.resolve();
    expect(room.getNegotiation(id)).toMatchObject({ floor: "smith", outcome: null });
    // Each would fail at once if the file were locked, or if the room's own connection were within a transaction.
    other.exec("BEGIN EXCLUSIVE; CREATE TABLE hosts (id TEXT); COMMIT");
    database.exec("BEGIN IMMEDIATE; COMMIT");
    const status = new Promise<string>((resolve) => {
      room.on("negotiation:settled", (negotiation) => resolve(negotiation.status));
    });
    answerOf({ action: "accept" });
    expect(await status).toBe("accepted");
    room.destroy();
    database.close();
    other.close();
  });
});
