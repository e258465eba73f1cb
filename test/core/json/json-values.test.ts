import { describe, expect, it } from "vitest";
import { isJsonObject, memberOf } from "../../../src/core/json/index.js";

describe("memberOf", () => {
  it("finds a member of an object", () => {
    expect(memberOf({ a: 1 }, "a")).toBe(1);
    expect(memberOf({ a: null }, "a")).toBeNull();
  });

  it("finds nothing in what is no object, and nothing inherited", () => {
    for (const value of [undefined, null, 7, "text", true, [1]])
      expect(memberOf(value, "length")).toBeUndefined();
    expect(memberOf({}, "constructor")).toBeUndefined();
    expect(memberOf({}, "__proto__")).toBeUndefined();
  });
});

describe("isJsonObject", () => {
  it("tells objects from lists, null and scalars", () => {
    expect(isJsonObject({})).toBe(true);
    for (const value of [undefined, null, 7, "text", [], () => 1]) expect(isJsonObject(value)).toBe(false);
  });
});
