import { describe, expect, it } from "vitest";
import { deepFreeze } from "../../../src/core/json/index.js";

describe("deepFreeze", () => {
  it("EN-1: gives the same value, frozen at every depth", () => {
    const value = { a: [{ b: 1 }], c: null, d: "x" };
    expect(deepFreeze(value)).toBe(value);
    expect([value, value.a, value.a[0]].every(Object.isFrozen)).toBe(true);
    expect(deepFreeze(7)).toBe(7);
    expect(deepFreeze(null)).toBe(null);
  });
});
