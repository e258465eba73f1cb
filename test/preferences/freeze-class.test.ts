import { expect, it } from "vitest";
import { freezeClass } from "../../src/preferences/freeze-class.js";

it("freezes a class, its prototype and its methods, and leaves its instances to work", () => {
  class Counter {
    static readonly first = 1;
    readonly #start: number;

    constructor(start: number) {
      this.#start = start;
    }

    next(): number {
      return this.#start + Counter.first;
    }
  }
  freezeClass(Counter);
  expect([Counter, Counter.prototype, Counter.prototype.next].every((part) => Object.isFrozen(part))).toBe(
    true,
  );
  expect(() => Object.assign(Counter.prototype, { next: () => 0 })).toThrow(TypeError);
  expect(new Counter(4).next()).toBe(5);
});
