import { describe, expect, it } from "vitest";
import { ParkedIndex, RoomIndex } from "../../src/stores/memory-indexes.js";
import { newSlot, type Slot } from "../../src/stores/memory-slot.js";
import { newNegotiation, T0 } from "../../src/testing/store-calls.js";

describe("RoomIndex", () => {
  it("finds one, two and no negotiation of a room", () => {
    const index = new RoomIndex();
    const [a, b, c] = [slotOf("a"), slotOf("b"), slotOf("c", "room-2")] as const;
    expect([...index.of("room-1")]).toEqual([]);
    index.add(a);
    expect([...index.of("room-1")]).toEqual([a]);
    expect(index.find("room-1", "create-a")).toBe(a);
    expect(index.find("room-1", "create-b")).toBeUndefined();
    index.add(b);
    index.add(c);
    expect([...index.of("room-1")]).toEqual([a, b]);
    expect(index.find("room-1", "create-b")).toBe(b);
    expect(index.find("room-2", "create-b")).toBeUndefined();
    index.remove(a);
    expect([...index.of("room-1")]).toEqual([b]);
    index.remove(b);
    expect([...index.of("room-1")]).toEqual([]);
    index.remove(c);
    expect(index.find("room-2", "create-c")).toBeUndefined();
    index.add(a);
    index.clear();
    expect([...index.of("room-1")]).toEqual([]);
  });
});

describe("ParkedIndex", () => {
  it("follows a turn that is parked, handed to the other party and taken", () => {
    const index = new ParkedIndex();
    const slot = slotOf("a");
    index.follow(slot, null);
    expect([...index.of("ada")]).toEqual([]);
    const forAda = { partyId: "ada", firstParkedAt: T0, claimedBy: null };
    slot.parked = forAda;
    index.follow(slot, null);
    expect([...index.of("ada")]).toEqual([slot]);
    slot.parked = { ...forAda, claimedBy: "agent-1" };
    index.follow(slot, forAda);
    expect([...index.of("ada")]).toEqual([slot]);
    const forSmith = { ...forAda, partyId: "smith" };
    slot.parked = forSmith;
    index.follow(slot, forAda);
    expect([[...index.of("ada")], [...index.of("smith")]]).toEqual([[], [slot]]);
    slot.parked = null;
    index.follow(slot, forSmith);
    expect([...index.of("smith")]).toEqual([]);
    index.remove(slot);
  });
});

function slotOf(id: string, roomId = "room-1"): Slot {
  return newSlot(newNegotiation({ id, roomId }), null);
}
