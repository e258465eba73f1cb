import { describe, expect, it, vi } from "vitest";
import { DeadlineHeap, type HeapItem } from "../../../src/core/deadlines/index.js";
import { type DueSlot, DueSlots } from "../../../src/stores/memory/memory-due.js";

/** Slots by name, whose deadlines the test moves. */
function dueSlots() {
  const slots = new CountingMap<DueSlot>();
  const due = new DueSlots(slots);
  return {
    move: (id: string, at: number): void => {
      const deadline = at === NEVER ? null : { at, kind: "turn" as const };
      const row = { id, version: 0, schema: 1, roomId: `room-${id}`, deadline };
      const slot = Object.assign(slots.get(id) ?? { place: null, leaseEndsAt: 0 }, { row });
      slots.set(id, slot);
      due.note(slot);
    },
    looks: (): number => slots.looks,
    forget: (id: string): void => void slots.delete(id),
    claimed: (now: number, over: Partial<Parameters<DueSlots["claim"]>[0]> = {}): readonly string[] =>
      due.claim({ now, limit: 9, leaseMs: 1, maxSchema: 1, ...over }).map(({ id }) => id),
  };
}

/** Counts the members that are looked up, one by one or all in a row. */
class CountingMap<T> extends Map<string, T> {
  looks = 0;

  override get(id: string): T | undefined {
    this.looks += 1;
    return super.get(id);
  }

  override *values(): MapIterator<T> {
    for (const value of super.values()) {
      this.looks += 1;
      yield value;
    }
  }

  override [Symbol.iterator](): MapIterator<[string, T]> {
    this.looks += this.size;
    return super[Symbol.iterator]();
  }
}

const NEVER = Number.POSITIVE_INFINITY;

describe("DueSlots", () => {
  it("finds the soonest again after it has moved or gone", () => {
    const { move, claimed } = dueSlots();
    const soonest = (now: number): readonly string[] => claimed(now, { limit: 1 });
    move("a", 10);
    move("b", 20);
    move("a", 30);
    expect(soonest(19)).toEqual([]);
    expect(soonest(20)).toEqual(["b"]);
    move("b", 40);
    // Sooner than all that was known, while that was out of date.
    move("c", 15);
    expect(soonest(15)).toEqual(["c"]);
    move("c", NEVER);
    move("d", 35);
    expect(soonest(34)).toEqual(["a"]);
    move("a", 5);
    expect(soonest(5)).toEqual(["a"]);
    for (const id of ["a", "d", "b"]) move(id, NEVER);
    expect(soonest(99)).toEqual([]);
  });

  it("gives none that the store no longer has, and one that it has anew", () => {
    const { move, forget, claimed } = dueSlots();
    for (const id of ["free", "leased", "again"]) move(id, 10);
    expect(claimed(10, { roomIds: ["room-leased"] })).toEqual(["leased"]);
    for (const id of ["free", "leased", "again"]) forget(id);
    move("again", 20);
    expect(claimed(19)).toEqual([]);
    expect(claimed(20)).toEqual(["again"]);
  });

  it("ST-15: gives by deadline, then by id, each once while it is leased", () => {
    const { move, claimed } = dueSlots();
    for (const id of ["c", "a", "B", "b"]) move(id, 10);
    move("z", 9);
    expect(claimed(10, { limit: 3, leaseMs: 10 })).toEqual(["z", "B", "a"]);
    expect(claimed(10, { limit: 3, leaseMs: 5 })).toEqual(["b", "c"]);
    expect(claimed(14)).toEqual([]);
    expect(claimed(15)).toEqual(["b", "c"]);
    expect(claimed(20)).toEqual(["z", "B", "a", "b", "c"]);
  });

  it("ST-15: a commit ends the lease, wherever it moves the deadline", () => {
    const { move, claimed } = dueSlots();
    for (const id of ["same", "sooner", "later", "never"]) move(id, 10);
    expect(claimed(10, { leaseMs: 100 })).toHaveLength(4);
    move("same", 10);
    move("sooner", 5);
    move("later", 20);
    move("never", NEVER);
    expect(claimed(19, { leaseMs: 100 })).toEqual(["sooner", "same"]);
    expect(claimed(20)).toEqual(["later"]);
    // The leases of before, which have long been replaced.
    expect(claimed(110)).toEqual(["later"]);
  });

  it("ST-15: a lease that has ended has not when the clock goes back", () => {
    const { move, claimed } = dueSlots();
    move("a", 10);
    expect(claimed(10, { leaseMs: 5 })).toEqual(["a"]);
    expect(claimed(15, { roomIds: [] })).toEqual([]);
    expect(claimed(14)).toEqual([]);
    expect(claimed(15, { leaseMs: 5 })).toEqual(["a"]);
    expect(claimed(20, { roomIds: [] })).toEqual([]);
    // A commit ends it for good.
    move("a", 11);
    expect(claimed(12)).toEqual(["a"]);
  });

  it("ST-15: leaves the rooms that it was not asked for as they were", () => {
    const { move, claimed } = dueSlots();
    for (const [index, id] of ["a", "b", "c", "d"].entries()) move(id, 10 + index);
    expect(claimed(20, { roomIds: ["room-b", "room-d"] })).toEqual(["b", "d"]);
    expect(claimed(20, { maxSchema: 0 })).toEqual([]);
    expect(claimed(20)).toEqual(["a", "c"]);
  });

  it("keeps no more places than twice the slots and a few", () => {
    const push = vi.spyOn(DeadlineHeap.prototype, "push");
    const { move, forget, claimed } = dueSlots();
    for (let at = 100_000; at > 0; at--) move(`${at % 10}`, at);
    const heap = push.mock.contexts[0] as DeadlineHeap<HeapItem>;
    expect(heap.size).toBeLessThanOrEqual(2 * 10 + 64);
    expect(claimed(10, { limit: 99 })).toEqual([..."1234567890"]);
    for (let count = 0; count < 10_000; count++) {
      move(`new-${count}`, 5);
      forget(`new-${count}`);
    }
    expect(heap.size).toBeLessThanOrEqual(2 * 11 + 64);
    for (let count = 0; count < 1_000; count++) {
      move("0", 10);
      expect(claimed(10, { roomIds: ["room-0"] })).toEqual(["0"]);
    }
    for (const each of push.mock.contexts) {
      expect((each as DeadlineHeap<HeapItem>).size).toBeLessThanOrEqual(2 * 11 + 64);
    }
    push.mockRestore();
  });

  it.each([
    ["each settled before the next page is asked for", true],
    ["none of them settled", false],
  ])(
    "ST-50: looks at each of 20,000 overdue ones a few times while it drains them in pages, %s",
    (_, settles) => {
      const count = 20_000;
      const { move, claimed, looks } = dueSlots();
      // Half of them at one instant, where ids decide.
      for (let index = 0; index < count; index++) {
        move(`${(index * 7_919) % count}`, index % 2 === 0 ? 1 : index);
      }
      const before = looks();
      let found = 0;
      for (let page = claimed(count, { limit: 100, leaseMs: count }); page.length > 0; ) {
        found += page.length;
        if (settles) for (const id of page) move(id, NEVER);
        page = claimed(count, { limit: 100, leaseMs: count });
      }
      expect(found).toBe(count);
      // A look at all rows for each page would be 200 times as many.
      expect(looks() - before).toBeLessThanOrEqual(8 * count);
    },
  );
});
