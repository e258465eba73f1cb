import { describe, expect, it } from "vitest";
import { DueSlots } from "../../src/stores/memory-due.js";
import { newSlot, type Slot } from "../../src/stores/memory-slot.js";
import { newNegotiation, T0 } from "../../src/testing/store-calls.js";

describe("DueSlots", () => {
  it("looks at no slot until something is due", () => {
    const slots = new Map([["a", slotOf("a", T0 + 10)]]);
    let walks = 0;
    const due = new DueSlots(
      new Proxy(slots, {
        get: (map, name) => {
          walks++;
          const member: unknown = Reflect.get(map, name);
          return typeof member === "function" ? member.bind(map) : member;
        },
      }),
    );
    due.note(slotOf("a", T0 + 10), Number.POSITIVE_INFINITY, T0 + 10);
    expect(claimed(due, T0 + 9)).toEqual([]);
    expect(due.soonestAt()).toBe(T0 + 10);
    expect(walks).toBe(0);
    expect(claimed(due, T0 + 10)).toEqual(["a"]);
  });

  it("finds the soonest again after it has moved or gone", () => {
    const slots = new Map<string, Slot>();
    const due = new DueSlots(slots);
    const move = (id: string, at: number): void => {
      const slot = slots.get(id) ?? slotOf(id, Number.POSITIVE_INFINITY);
      const before = slot.deadlineAt;
      slots.set(id, slot);
      slot.deadlineAt = at;
      due.note(slot, before, at);
    };
    move("a", 10);
    move("b", 20);
    expect(due.soonestAt()).toBe(10);
    move("a", 30);
    expect(due.soonestAt()).toBe(20);
    move("b", 40);
    // Sooner than all that was known, while that was out of date.
    move("c", 15);
    expect(due.soonestAt()).toBe(15);
    move("c", Number.POSITIVE_INFINITY);
    move("d", 35);
    expect(due.soonestAt()).toBe(30);
    move("a", Number.POSITIVE_INFINITY);
    move("d", Number.POSITIVE_INFINITY);
    move("b", Number.POSITIVE_INFINITY);
    expect(due.soonestAt()).toBe(Number.POSITIVE_INFINITY);
  });
});

function slotOf(id: string, at: number): Slot {
  const slot = newSlot(newNegotiation({ id }), null);
  slot.deadlineAt = at;
  return slot;
}

function claimed(due: DueSlots, now: number): readonly string[] {
  return due.claim({ now, limit: 9, leaseMs: 1, maxSchema: 1 }).map(({ id }) => id);
}
