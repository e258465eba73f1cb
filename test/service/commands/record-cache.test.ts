import { describe, expect, it } from "vitest";
import { mistake } from "../../../src/core/checks/index.js";
import { NegotiationError } from "../../../src/errors.js";
import { codeOf } from "../../kit/open-room.js";
import { faulty, type Hook, openStored, plainly } from "../hooked-store.js";

/** A room that has seen nothing, over a store in which another one has left the negotiation "n". */
async function fresh(hook: Hook = plainly) {
  const other = openStored();
  await other.room.createNegotiation("ada", "smith", { price: 40 }, { id: "n" });
  other.room.destroy();
  return Object.assign(openStored(hook, {}, other.clock, other.memory), { start: other.clock.now() });
}

const throwing =
  (error: unknown): Hook =>
  () => {
    throw error;
  };

describe("reading a record that is not at hand", () => {
  it.each([undefined, null, 7, "", "x".repeat(257), {}])(
    "asks no store for %j, which cannot be an id",
    async (id) => {
      const { room, calls } = await fresh();
      expect(await room.loadNegotiation(id as string)).toBeUndefined();
      expect(calls).toEqual([]);
    },
  );

  it("ST-33: is tried again after 50 and 200 ms on the clock", async () => {
    const asked: number[] = [];
    const fault = faulty("load", "throws before", "rejects before");
    const opened = await fresh((method, work, argument) => {
      if (method === "load") asked.push(opened.clock.now() - opened.start);
      return fault(method, work, argument);
    });
    const read = opened.room.loadNegotiation("n");
    for (const [ms, instants] of [
      [49, [0]],
      [1, [0, 50]],
      [199, [0, 50]],
      [1, [0, 50, 250]],
    ] as const) {
      await opened.clock.advance(ms);
      expect(asked).toEqual(instants);
    }
    expect(await read).toMatchObject({ id: "n" });
    expect(opened.clock.pendingCount).toBe(0);
  });

  it.each([new Error("The store is away."), new TypeError("fetch failed"), new RangeError("out of memory")])(
    "ST-33: is given up after the third throw of a driver, with its cause: %s [EN-64]",
    async (cause) => {
      const { room, clock } = await fresh(throwing(cause));
      const failed = room.loadNegotiation("n").catch((error: unknown) => error);
      await clock.advance(250);
      expect(await failed).toMatchObject({ code: "store_failed", details: { attempts: 3 }, cause });
    },
  );

  it.each([
    mistake(new TypeError("malformed")),
    mistake(new RangeError("out of range")),
    new NegotiationError("store_closed", "closed"),
  ])("ST-13: is not tried again where that cannot help: %s", async (error) => {
    const { room, clock } = await fresh(throwing(error));
    await expect(room.loadNegotiation("n")).rejects.toBe(error);
    expect(clock.pendingCount).toBe(0);
  });

  it("ST-33: waits for no other try when the room closes", async () => {
    const { room, clock } = await fresh(throwing(new Error("away")));
    const reads = ["n", "m"].map((id) => codeOf(room.loadNegotiation(id)));
    expect(clock.pendingCount).toBe(2);
    room.destroy();
    expect(clock.pendingCount).toBe(0);
    expect(await Promise.all(reads)).toEqual(["service_closed", "service_closed"]);
  });
});
