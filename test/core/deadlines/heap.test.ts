import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DeadlineHeap } from "../../../src/core/deadlines/index.js";

interface Item {
  readonly name: string;
  at: number;
  order: number;
  isWanted: boolean;
}

describe("DeadlineHeap", () => {
  it("gives items by instant, then by order", () => {
    const heap = newHeap();
    for (const [index, at] of [5, 3, 9, 3, 1, 5].entries()) heap.push(item(`${at}-${index}`, at, index));
    expect(drained(heap)).toEqual(["1-4", "3-1", "3-3", "5-0", "5-5", "9-2"]);
    expect(heap.pop()).toBeUndefined();
    expect(heap.peek()).toBeUndefined();
  });

  it("puts an item that moved to later in its new place", () => {
    const heap = newHeap();
    const [a, b, c] = [item("a", 1, 1), item("b", 2, 2), item("c", 3, 3)] as const;
    for (const one of [a, b, c]) heap.push(one);
    a.at = 3;
    a.order = 4;
    b.order = 9;
    expect(heap.peek()).toBe(b);
    expect(drained(heap)).toEqual(["b", "c", "a"]);
  });

  it("passes over what is no longer wanted", () => {
    const heap = newHeap();
    const items = [1, 2, 3, 4].map((at) => item(`${at}`, at, at));
    for (const one of items) heap.push(one);
    for (const one of items.filter(({ at }) => at % 2 === 1)) one.isWanted = false;
    expect(heap.size).toBe(4);
    expect(heap.peek()?.name).toBe("2");
    expect(drained(heap)).toEqual(["2", "4"]);
  });

  it("compacts to what is wanted", () => {
    const heap = newHeap();
    const items = Array.from({ length: 100 }, (_, index) => item(`${index}`, (index * 37) % 100, index));
    for (const one of items) heap.push(one);
    for (const one of items) {
      if (one.at >= 50) one.isWanted = false;
      else one.at += 1_000 * (one.at % 2);
    }
    heap.compact();
    expect(heap.size).toBe(50);
    const wanted = items.filter(({ isWanted }) => isWanted).sort((one, other) => one.at - other.at);
    expect(drained(heap)).toEqual(wanted.map(({ name }) => name));
    heap.compact();
    expect(heap.size).toBe(0);
  });

  it("is in order after it was compacted, however many are left", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat({ max: 99 }), fc.nat({ max: 99 }), fc.boolean())), (numbers) => {
        const heap = newHeap();
        const items = numbers.map(([at], index) => item(`${index}`, at, index));
        for (const one of items) heap.push(one);
        for (const [index, [, later, isWanted]] of numbers.entries()) {
          Object.assign(items[index] ?? {}, { at: (numbers[index]?.[0] ?? 0) + later, isWanted });
        }
        heap.compact();
        const wanted = items.filter(({ isWanted }) => isWanted);
        wanted.sort((a, b) => a.at - b.at || a.order - b.order);
        expect(drained(heap)).toEqual(wanted.map(({ name }) => name));
      }),
    );
  });

  it("does what a sorted list does, whatever happens in between", () => {
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.record({ push: fc.nat({ max: 20 }) }) },
      { weight: 3, arbitrary: fc.record({ later: fc.nat(), by: fc.nat({ max: 9 }) }) },
      { weight: 1, arbitrary: fc.record({ drop: fc.nat() }) },
      { weight: 3, arbitrary: fc.constant({ pop: true }) },
      { weight: 1, arbitrary: fc.constant({ compact: true }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const heap = newHeap();
        let list: Item[] = [];
        let order = 0;
        for (const one of steps) {
          if ("push" in one) {
            const added = item(`${order}`, one.push, order++);
            heap.push(added);
            list.push(added);
          } else if ("compact" in one) heap.compact();
          else if ("pop" in one) {
            list.sort((a, b) => a.at - b.at || a.order - b.order);
            expect(heap.pop()).toBe(list.shift());
          } else {
            const chosen = list[("later" in one ? one.later : one.drop) % list.length];
            if (chosen === undefined) continue;
            if ("later" in one) {
              chosen.at += one.by;
              chosen.order = order++;
            } else {
              chosen.isWanted = false;
              list = list.filter((other) => other !== chosen);
            }
          }
        }
        list.sort((a, b) => a.at - b.at || a.order - b.order);
        expect(drained(heap)).toEqual(list.map(({ name }) => name));
      }),
    );
  });
});

function newHeap(): DeadlineHeap<Item> {
  return new DeadlineHeap<Item>(({ isWanted }) => isWanted);
}

function item(name: string, at: number, order: number): Item {
  return { name, at, order, isWanted: true };
}

function drained(heap: DeadlineHeap<Item>): readonly string[] {
  const names: string[] = [];
  for (let one = heap.pop(); one !== undefined; one = heap.pop()) names.push(one.name);
  return names;
}
