import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byFirstParked, byNewestChange, firstOf, matches, pageOf } from "../../src/stores/memory-queries.js";
import { newSlot, type Slot } from "../../src/stores/memory-slot.js";
import { newNegotiation, T0 } from "../../src/testing/store-calls.js";

describe("firstOf", () => {
  it("finds what sorting all would find", () => {
    const slots = fc.uniqueArray(fc.tuple(fc.nat({ max: 20 }), fc.nat({ max: 999 })), {
      selector: ([, id]) => id,
      maxLength: 60,
    });
    fc.assert(
      fc.property(slots, fc.integer({ min: 1, max: 70 }), (numbers, count) => {
        const all = numbers.map(([at, id]) => slotAt(at, `neg-${id}`));
        const rank = (slot: Slot): number => slot.deadlineAt;
        const isWanted = (slot: Slot): boolean => slot.deadlineAt % 3 > 0;
        const sorted = all
          .filter(isWanted)
          .sort((one, other) => one.deadlineAt - other.deadlineAt || (one.id < other.id ? -1 : 1));
        expect(firstOf(all, count, rank, isWanted)).toEqual(sorted.slice(0, count));
      }),
    );
  });
});

describe("pageOf", () => {
  const slots = ["a:b", "c", "b", "line\nbreak"].map((id, index) => slotAt(T0 + (index >> 1), id));
  const all = (): boolean => true;

  it("goes on after the last row, whatever its id", () => {
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const { items, next } = pageOf(slots, { limit: 1, after }, byNewestChange, all);
      seen.push(...items.map(({ id }) => id));
      after = next ?? undefined;
    } while (after !== undefined);
    expect(seen).toEqual(["b", "line\nbreak", "a:b", "c"]);
  });

  it("says the end with the last row, not after it", () => {
    expect(pageOf(slots, { limit: 4 }, byNewestChange, all).next).toBeNull();
    expect(pageOf(slots, { limit: 3 }, byNewestChange, all).next).not.toBeNull();
    expect(pageOf([], { limit: 1 }, byFirstParked, all)).toEqual({ items: [], next: null });
  });

  it("refuses what is no cursor", () => {
    for (const after of ["", "x", "1", ":a", "1.5:a", "1:"]) {
      expect(() => pageOf(slots, { limit: 1, after }, byNewestChange, all)).toThrow(TypeError);
    }
  });
});

describe("matches", () => {
  it("takes a slot when every filter given fits", () => {
    const slot = slotAt(T0, "a");
    expect(matches(slot, {})).toBe(true);
    expect(matches(slot, { roomId: "room-1", partyId: "smith", status: "open", floor: "ada" })).toBe(true);
    for (const query of [
      { roomId: "x" },
      { partyId: "x" },
      { status: "x" },
      { floor: "x" },
      { isFinal: true },
    ]) {
      expect(matches(slot, { roomId: "room-1", ...query })).toBe(false);
    }
  });
});

function slotAt(at: number, id: string): Slot {
  return newSlot(newNegotiation({ id, createdAt: at, deadline: { at, kind: "turn" } }), null);
}
