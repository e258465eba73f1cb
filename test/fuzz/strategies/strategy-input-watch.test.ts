import { describe, expect, it } from "vitest";
import { inputWatch } from "../../../src/fuzz/strategies/strategy-input-watch.js";
import { inverseUtility } from "../../../src/preferences/inverse/index.js";
import { outcomeSpace } from "../../../src/preferences/model/index.js";
import { ramp } from "../strategy-trials.js";

class Counter {
  readonly #count = 3;
  constructor() {
    Object.freeze(this);
  }
  get count(): number {
    return this.#count;
  }
  plus(one: number): number {
    return this.#count + one;
  }
}

function watched<Value>(value: Value): { face: Value; places: string[] } {
  const places: string[] = [];
  return { face: inputWatch((place) => places.push(place))(value), places };
}

describe("a face", () => {
  it("reads as its original: private members, lists, iterators, methods with callbacks", () => {
    const { issues, parties } = ramp(5);
    const space = outcomeSpace(issues);
    const inverse = inverseUtility(space, parties[0]!.preferences);
    const { face, places } = watched(Object.freeze({ inverse, counter: new Counter() }));
    expect([face.counter.count, face.counter.plus(1), face.inverse.at(0)]).toEqual([3, 4, 0]);
    const [from, to] = face.inverse.range(0.4, 0.8);
    expect([from, to]).toEqual(inverse.range(0.4, 0.8));
    expect([...face.inverse.space.enumerate()]).toEqual([...space.enumerate()]);
    expect(face.inverse.space.issues.map(({ name }) => name)).toEqual(["i0"]);
    expect(face.inverse.space.indexOf(face.inverse.space.termsAt(3))).toBe(3);
    expect(face.inverse.space.issues.length).toBe(1);
    expect(JSON.stringify(face.inverse.space.termsAt(3))).toBe(JSON.stringify(space.termsAt(3)));
    expect(Object.keys(face)).toEqual(["inverse", "counter"]);
    expect("counter" in face && !("other" in face)).toBe(true);
    expect(face.counter).toBeInstanceOf(Counter);
    expect(places).toEqual([]);
  });

  it("of the same object is the same, so that components can tell what they share", () => {
    const inner = Object.freeze({});
    const { face } = watched(Object.freeze({ one: inner, other: inner, get: Object.freeze(() => inner) }));
    expect(face.one).toBe(face.other);
    expect(face.get()).toBe(face.one);
  });

  it("notices every way to write, also in silence, and nothing changes (BA-29)", () => {
    const original = Object.freeze({
      list: Object.freeze([Object.freeze({ x: 1 })]),
      get: Object.freeze(() => 1),
    });
    const { face, places } = watched(original);
    expect(() => Object.assign(face, { list: 1 })).toThrow(TypeError);
    expect(Reflect.set(face, "extra", 1)).toBe(false);
    expect(Reflect.deleteProperty(face, "list")).toBe(false);
    expect(Reflect.defineProperty(face.list[0]!, "x", { value: 2 })).toBe(false);
    expect(() => (face.list as unknown[]).push(1)).toThrow(TypeError);
    expect(() => Object.setPrototypeOf(face, null)).toThrow(TypeError);
    expect(() => Object.freeze(face.get)).toThrow(TypeError);
    expect(places).toEqual(["list", "extra", "list", "list.0.x", "list.1", "", "get"]);
    expect(original).toEqual({ list: [{ x: 1 }], get: original.get });
  });

  it("leaves alone what a component may write to: its own copies", () => {
    const { face, places } = watched(Object.freeze({ list: Object.freeze([3, 1, 2]), fresh: () => [1] }));
    const copy = face.list.map((one) => one * 2);
    copy.sort();
    copy.push(1);
    face.fresh().push(2);
    expect([copy.length, places]).toEqual([4, []]);
  });
});
