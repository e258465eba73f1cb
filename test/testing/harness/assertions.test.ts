import { describe, expect, it } from "vitest";
import { assert, assertEqual, isSame, present, thrownBy } from "../../../src/testing/harness/index.js";

describe("assertEqual", () => {
  it("passes what says the same, in whatever order of keys, and without members that are undefined", () => {
    for (const [one, other] of [
      [
        { a: 1, b: [{ c: null }] },
        { b: [{ c: null }], a: 1 },
      ],
      [{ a: 1, b: undefined }, { a: 1 }],
      [[], []],
      [Number.NaN, Number.NaN],
      [JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}')],
    ]) {
      assertEqual(one, other, "one");
      assertEqual(other, one, "the other");
      expect(isSame(one, other)).toBe(true);
    }
  });

  it("names the first difference and its place", () => {
    expect(() => assertEqual({ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, "the row")).toThrow(
      "Expected the row at .a.1.b to be 3, got 2.",
    );
    expect(() => assertEqual([1], [1, 2], "the list")).toThrow(
      "Expected the list at .length to be 2, got 1.",
    );
    expect(() => assertEqual(null, {}, "the row")).toThrow("Expected the row to be {}, got null.");
    expect(() => assertEqual(undefined, "x".repeat(300), "it")).toThrow(/…, got undefined\.$/);
    for (const [one, other] of [
      [{ a: 1 }, {}],
      [{}, { a: null }],
      [[], {}],
      [0, -0],
      ["1", 1],
      [JSON.parse('{"__proto__":1}'), {}],
    ]) {
      expect(() => assertEqual(one, other, "it")).toThrow(/^Expected it/);
      expect(isSame(one, other)).toBe(false);
    }
  });
});

describe("the other assertions", () => {
  it("say what was expected", async () => {
    assert(true, "no");
    expect(() => assert(false, "Expected more.")).toThrow("Expected more.");
    expect(present(0, "a number")).toBe(0);
    for (const nothing of [undefined, null]) {
      expect(() => present(nothing, "a row")).toThrow(`Expected a row, got ${nothing}.`);
    }
    const error = new Error("thrown");
    const throwing = (): never => {
      throw error;
    };
    expect(await thrownBy(throwing, "it")).toBe(error);
    expect(await thrownBy(() => Promise.reject(error), "it")).toBe(error);
    await expect(thrownBy(() => ({ ok: true }), "a call")).rejects.toThrow(
      'Expected a call to throw, got {"ok":true}.',
    );
  });
});
