import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { isPlainArray, isPlainObject, setOwn } from "../../../src/core/json/index.js";

class Sub extends Array<number> {}

describe("isPlainObject and isPlainArray", () => {
  it.each<[string, unknown, boolean, boolean]>([
    ["a literal", {}, true, false],
    ["an object without prototype", Object.create(null), true, false],
    ["a literal of another realm", runInNewContext("({})"), true, false],
    ["an array", [], false, true],
    ["an array of another realm", runInNewContext("[]"), false, true],
    ["an instance of an Array subclass", new Sub(), false, false],
    ["null", null, false, false],
    ["undefined", undefined, false, false],
    ["a string", "x", false, false],
    ["a Date", new Date(0), false, false],
    ["a Date of another realm", runInNewContext("new Date(0)"), false, false],
    ["a Map", new Map(), false, false],
    ["a function", () => 1, false, false],
    ["a class instance", new (class Money {})(), false, false],
    ["what inherits from a bare object", Object.create(Object.create(null)), false, false],
    ["what inherits from a literal", Object.create({}), false, false],
  ])("EN-34: %s", (_name, value, isObject, isArray) => {
    expect(isPlainObject(value)).toBe(isObject);
    expect(isPlainArray(value)).toBe(isArray);
  });
});

it("EN-34, SG-5: sets own members where the prototype has a setter of that name", () => {
  const copy: Record<string, number> = Object.create({ set price(_: unknown) {} });
  setOwn(copy, "price", 40);
  expect(Object.entries(copy)).toEqual([["price", 40]]);
});
