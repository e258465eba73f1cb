import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deepFreeze, type Json } from "../../src/core/json/index.js";
import { frozenJson } from "../../src/stores/index.js";
import { isDeepFrozen } from "../kit/deep-frozen.js";

describe("frozenJson", () => {
  it("gives back primitives and deep-frozen values themselves", () => {
    for (const value of [null, true, 0, "", deepFreeze({ a: [{ b: 1 }], c: null }), deepFreeze([[]])]) {
      expect(frozenJson(value as Json)).toBe(value);
    }
  });

  it("copies what is not frozen somewhere below, in objects and in arrays", () => {
    for (const value of [
      {},
      [],
      Object.freeze({ a: {} }),
      Object.freeze([[1]]),
      Object.freeze([{ a: [] }]),
    ]) {
      const copy = frozenJson(value as Json);
      expect(copy).not.toBe(value);
      expect(copy).toEqual(value);
      expect(isDeepFrozen(copy)).toBe(true);
    }
  });

  it("shares the frozen parts of what it copies", () => {
    const part = deepFreeze({ list: [1] });
    expect(frozenJson({ part, other: 1 })).toEqual({ part: { list: [1] }, other: 1 });
    expect((frozenJson({ part, other: 1 }) as { part: unknown }).part).toBe(part);
  });

  it("looks at a part again unless it stands at the same place of what is known", () => {
    const known = deepFreeze({ a: { n: 1 }, list: [{ n: 2 }] });
    const same = Object.freeze({ a: known.a, list: known.list, b: 1 });
    expect(frozenJson(same, known)).toBe(same);
    for (const other of [{ a: Object.freeze({ n: {} }) }, { list: Object.freeze([{ n: 2 }]) }, { c: {} }]) {
      expect(isDeepFrozen(frozenJson(Object.freeze({ ...known, ...other }), known))).toBe(true);
    }
    for (const strange of [null, 1, [], [known.a], { a: [known] }]) {
      expect(isDeepFrozen(frozenJson(Object.freeze({ a: { n: 1 } }), strange as Json))).toBe(true);
    }
  });

  it("keeps the order of keys and an own __proto__", () => {
    const text = '{"z":1,"__proto__":{"polluted":true},"a":[{"__proto__":1}],"1":2}';
    expect(JSON.stringify(frozenJson(JSON.parse(text)))).toBe(JSON.stringify(JSON.parse(text)));
    expect(Object.getPrototypeOf(frozenJson(JSON.parse(text)))).toBe(Object.prototype);
  });

  it("is frozen at every depth and equal, whatever was frozen before", () => {
    const partlyFrozen = fc
      .tuple(fc.jsonValue({ maxDepth: 4 }), fc.infiniteStream(fc.boolean()), fc.jsonValue({ maxDepth: 3 }))
      .map(([value, frozen, known]) => [freezeSome(value, frozen), deepFreeze(known)] as const);
    fc.assert(
      fc.property(partlyFrozen, ([value, known]) => {
        const copy = frozenJson(value as Json, known as Json);
        expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
        expect(isDeepFrozen(copy)).toBe(true);
      }),
    );
  });
});

function freezeSome(value: unknown, frozen: Iterator<boolean>): unknown {
  if (typeof value !== "object" || value === null) return value;
  for (const member of Object.values(value)) freezeSome(member, frozen);
  return frozen.next().value === true ? Object.freeze(value) : value;
}
