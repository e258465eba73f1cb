import { describe, expect, it } from "vitest";
import { readListOptions } from "../../../src/service/queries/index.js";
import { roomsOf } from "../../../src/service/room/index.js";
import { MemoryStore } from "../../../src/stores/memory/index.js";
import { codeOf, openRoom, T0 } from "../../kit/open-room.js";

const P = { totalAmount: 100 };

/** Five negotiations of a, with b or c, one second after the other; the first two are rejected, the third accepted. */
async function busyRoom() {
  const opened = openRoom({ rules: { oneActive: "none" } });
  const { room, clock } = opened;
  for (const [index, other] of ["b", "c", "b", "c", "b"].entries()) {
    const id = `neg_${index + 1}`;
    await room.createNegotiation("a", other, P, { id });
    if (index < 2) await room.submit(id, other, { action: "reject", assessment: "marker" });
    if (index === 2) await room.submit(id, other, { action: "accept" });
    await clock.advance(1_000);
  }
  return opened;
}

describe("list", () => {
  it("B-60: gives a party its own negotiations only, newest change first", async () => {
    const { room } = await busyRoom();
    const ids = async (partyId: string): Promise<string[]> =>
      (await room.list({ partyId, limit: 100 })).items.map(({ id }) => id);
    expect(await ids("a")).toEqual(["neg_5", "neg_4", "neg_3", "neg_2", "neg_1"]);
    expect(await ids("b")).toEqual(["neg_5", "neg_3", "neg_1"]);
    expect(await ids("eve")).toEqual([]);
  });

  it("B-61: is bound to its room, also where rooms share a store", async () => {
    const store = new MemoryStore();
    const one = openRoom({ store }, "room-1");
    const other = openRoom({ store }, "room-2", one.clock);
    await one.room.createNegotiation("a", "b", P, { id: "neg_one" });
    await other.room.createNegotiation("a", "b", P, { id: "neg_other" });
    const page = await one.room.list({ partyId: "a", limit: 10 });
    expect(page.items.map(({ id }) => id)).toEqual(["neg_one"]);
    expect(page.total).toBe(1);
    const forged = one.room.list({ partyId: "a", limit: 10, roomId: "room-2" } as never);
    expect(await codeOf(forged)).toBeInstanceOf(TypeError);
    one.room.destroy();
    other.room.destroy();
  });

  it("EN-44: gives views: what is private to the other side is not there", async () => {
    const { room } = await busyRoom();
    const ofA = await room.list({ partyId: "a", limit: 100 });
    expect(JSON.stringify(ofA)).not.toContain("marker");
    expect(JSON.stringify(ofA)).not.toContain("createCommandId");
    expect(JSON.stringify(await room.list({ partyId: "b", limit: 100 }))).toContain("marker");
  });

  it("EN-43: filters by status, end and last change", async () => {
    const { room } = await busyRoom();
    const ids = async (filter: object): Promise<string[]> =>
      (await room.list({ partyId: "a", limit: 100, ...filter })).items.map(({ id }) => id);
    expect(await ids({ status: "rejected" })).toEqual(["neg_2", "neg_1"]);
    expect(await ids({ isFinal: true })).toEqual(["neg_3", "neg_2", "neg_1"]);
    expect(await ids({ isFinal: false })).toEqual(["neg_5", "neg_4"]);
    expect(await ids({ isFinal: true, status: "proposed" })).toEqual([]);
    expect(await ids({ updatedSince: T0 + 3_000 })).toEqual(["neg_5", "neg_4"]);
    expect(await ids({ updatedSince: T0 + 3_001 })).toEqual(["neg_5"]);
    expect(await ids({ status: undefined, updatedSince: undefined, after: undefined })).toHaveLength(5);
  });

  it("EN-43: pages without a gap or a repeat, and counts all of them on each page", async () => {
    const { room } = await busyRoom();
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await room.list({ partyId: "a", limit: 2, after });
      expect(page.total).toBe(5);
      expect(page.items.length).toBeLessThanOrEqual(2);
      seen.push(...page.items.map(({ id }) => id));
      after = page.next ?? undefined;
    } while (after !== undefined);
    expect(seen).toEqual(["neg_5", "neg_4", "neg_3", "neg_2", "neg_1"]);
  });
});

describe("a listing for a party", () => {
  it("refuses a detail that is neither true nor false, and says what it wants [HT-2]", async () => {
    const { room } = await busyRoom();
    for (const detail of ["yes", "", 0, 1, null] as never[])
      await expect(roomsOf(room).list("a", { detail })).rejects.toThrow(
        /^Expected detail to be true or false, got /,
      );
    const shown = async (detail?: boolean) =>
      (await roomsOf(room).list("a", { status: "all", detail })).items;
    expect((await shown()).some((one) => "recentTurns" in one)).toBe(false);
    expect((await shown(true)).every((one) => "recentTurns" in one)).toBe(true);
  });
});

describe("readListOptions", () => {
  // What is no list's option at all is asked by the tests of bad input.
  it.each([
    [{ partyId: "a", limit: 0 }, RangeError],
    [{ partyId: "a", limit: 1_001 }, RangeError],
    [{ partyId: "a", limit: 10, aftr: "x" }, TypeError],
  ])("EN-42, EN-43: takes 1 to 1,000 a page, and refuses %j", (options, error) => {
    expect(() => readListOptions(options as never)).toThrow(error);
    for (const limit of [1, 1_000]) expect(readListOptions({ partyId: "a", limit }).limit).toBe(limit);
  });
});
