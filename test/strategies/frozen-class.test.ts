import { expect, it } from "vitest";
import { freezeClass } from "../../src/strategies/frozen-class.js";

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
