import { expect, it } from "vitest";
import { freezeClass } from "../../../src/preferences/model/index.js";

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

it("freezes the class, its prototype, methods and accessors", () => {
  class Sample {
    static {
      freezeClass(Sample);
    }
    static make(): Sample {
      return new Sample();
    }
    get one(): number {
      return 1;
    }
    set one(_: number) {}
    two(): number {
      return 2;
    }
  }
  const { prototype } = Sample;
  const accessor = Object.getOwnPropertyDescriptor(prototype, "one");
  for (const part of [Sample, prototype, Sample.make, prototype.two, accessor?.get, accessor?.set]) {
    expect(Object.isFrozen(part)).toBe(true);
  }
  expect(Sample.make().two()).toBe(2);
});
