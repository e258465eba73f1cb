import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isEqualJson, type Json } from "../../../src/core/json/index.js";

/** The same value with the keys of each object in the opposite order. */
function withKeysReversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(withKeysReversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, withKeysReversed(member as Json)]),
  );
}

/** JSON text with sorted keys: another way to say what is equal. */
function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => [key, canonical(member as Json)] as const);
  return `{${members
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, text]) => `${JSON.stringify(key)}:${text}`)
    .join(",")}}`;
}

const small = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;

describe("isEqualJson", () => {
  it.each<[Json, Json, boolean]>([
    [null, null, true],
    [null, false, false],
    [null, {}, false],
    [null, [], false],
    [0, -0, true],
    [0, false, false],
    [1, "1", false],
    ["a", "a", true],
    ["", null, false],
    [[], [], true],
    [[], {}, false],
    [[1, 2], [1, 2], true],
    [[1, 2], [2, 1], false],
    [[1, 2], [1], false],
    [[null], [], false],
    [{ a: 1 }, { a: 1 }, true],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: 1 }, { a: 1, b: null }, false],
    [{ a: 1, b: null }, { a: 1, c: null }, false],
    [{ a: { b: [{ c: 1 }] } }, { a: { b: [{ c: 1 }] } }, true],
    [{ a: { b: [{ c: 1 }] } }, { a: { b: [{ c: 2 }] } }, false],
    [{ toString: 1 }, { valueOf: 1 }, false],
    [{ 0: "a" }, ["a"], false],
    [["a"], { 0: "a", length: 1 }, false],
  ])("EN-36: %j and %j: %s, either way round", (one, other, expected) => {
    expect(isEqualJson(one, other)).toBe(expected);
    expect(isEqualJson(other, one)).toBe(expected);
  });

  it("EN-36: a copy is equal, whatever the order of keys", () => {
    fc.assert(
      fc.property(small, (value) => {
        expect(isEqualJson(value, JSON.parse(JSON.stringify(value)))).toBe(true);
        expect(isEqualJson(value, withKeysReversed(value))).toBe(true);
      }),
    );
  });

  it("EN-36: is equality of canonical JSON", () => {
    fc.assert(
      fc.property(small, small, (one, other) => {
        expect(isEqualJson(one, other)).toBe(canonical(one) === canonical(other));
      }),
    );
  });

  it("EN-36: compares values as deep as copies may be", () => {
    let one: Json = 1;
    let other: Json = 1;
    for (let level = 0; level < 32; level += 1) {
      one = { a: [one], b: 1 };
      other = { b: 1, a: [other] };
    }
    expect(isEqualJson(one, other)).toBe(true);
    expect(isEqualJson(one, { b: 1, a: [one] })).toBe(false);
  });
});
