import { describe, expect, it } from "vitest";
import { isDeepFrozen } from "../../kit/deep-frozen.js";
import { codeOf, T0 } from "../../kit/open-room.js";
import { openStored, plainly } from "../hooked-store.js";
import { ADA, openNode, SMITH } from "../parking.js";

const SECRET = "marker-of-the-terms";
const P = { note: SECRET };

/** A room with a proposal of a, whose store was handed `rows`. */
async function begun(options: object = {}) {
  const rows: any[] = [];
  const opened = openStored((method, work, argument) => {
    if (method === "create" || method === "commit") rows.push(argument);
    return work();
  }, options);
  await opened.room.createNegotiation("a", "b", P, { id: "n", commandId: "create-1" });
  return Object.assign(opened, { rows });
}

describe("what a store is handed", () => {
  it("ST-1: of a creation: the earliest deadline, the lock, and the state without turns beside them", async () => {
    const { rows } = await begun();
    expect(rows[0]).toMatchObject({
      id: "n",
      schema: 1,
      roomId: "room-1",
      createCommandId: "create-1",
      initiatorId: "a",
      responderId: "b",
      exclusiveKey: JSON.stringify(["room", "room-1"]),
      status: "proposed",
      isFinal: false,
      deadline: { kind: "turn", at: T0 + 30_000 },
      parked: null,
      floor: "b",
      createdAt: T0,
    });
    expect(rows[0].state).toMatchObject({ status: "proposed" });
    expect(rows[0].state).not.toHaveProperty("turns");
  });

  it("ST-1: of a commit: the version it is laid over, and no deadline when it is final", async () => {
    const { rows, room, clock } = await begun();
    await clock.advance(5);
    await room.submit("n", "b", { action: "accept" });
    const over = { status: "accepted", isFinal: true, deadline: null, floor: null };
    expect(rows[1]).toMatchObject({
      id: "n",
      expectedVersion: 0,
      now: T0 + 5,
      entry: { kind: "turn" },
      ...over,
    });
  });

  it("ST-36: who waits for a pickup, and who holds it", async () => {
    const { room, memory, take } = openNode();
    const { id } = await room.createNegotiation(ADA, SMITH);
    const parked = { partyId: "ada", firstParkedAt: T0 };
    expect(memory.load(id)?.parked).toEqual({ ...parked, claimedBy: null });
    await take("ada");
    expect(memory.load(id)?.parked).toEqual({ ...parked, claimedBy: "ada-phone" });
  });

  it("ST-4: gives another process the record again, deep-frozen", async () => {
    const { room, memory, clock } = await begun();
    await room.submit("n", "b", { action: "counter", terms: P });
    const other = openStored(plainly, {}, clock, memory);
    const read = await other.room.loadNegotiation("n");
    expect(JSON.stringify(read)).toBe(JSON.stringify(room.getNegotiation("n")));
    expect(isDeepFrozen(read)).toBe(true);
  });

  it("RM-8: locks a pair in either order, and no other whose ids look alike when they are joined", async () => {
    const { room } = openStored(plainly, { rules: { oneActive: "pair" } });
    const create = (initiator: string, responder: string) =>
      codeOf(room.createNegotiation(initiator, responder, P));
    expect(await create('x","y', "z")).toBe("resolved");
    expect(await create("x", 'y","z')).toBe("resolved");
    expect(await create("z", 'x","y')).toBe("busy");
  });

  it("ST-22: outbox rows with ids, version, status and numbers, and never the record", async () => {
    const { rows, room } = await begun({ outbox: true });
    await room.submit("n", "b", { action: "accept" });
    const [created, committed] = rows.map(({ outbox }) => outbox);
    expect(created.at(-1)).toMatchObject({ type: "turn:awaited", body: { partyId: "b", turnNumber: 1 } });
    expect(committed.map(({ type }: { type: string }) => type)).toEqual([
      "turn:recorded",
      "negotiation:agreed",
      "negotiation:settled",
    ]);
    expect(committed[0].body).toEqual({
      negotiationId: "n",
      roomId: "room-1",
      version: 1,
      status: "accepted",
      turnNumber: 2,
      partyId: null,
      at: T0,
    });
    expect(JSON.stringify([created, committed])).not.toContain(SECRET);
    const { rows: without } = await begun();
    expect(without[0].outbox).toEqual([]);
  });
});
