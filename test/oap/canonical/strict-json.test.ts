import { expect, it } from "vitest";
import { NotStrictJson, resolveLimits } from "../../../src/oap/canonical/index.js";
import {
  demandKeys,
  demandLength,
  demandMember,
  demandScalar,
  type StrictWalk,
  strictWalk,
} from "../../../src/oap/canonical/strict-json.js";

const isKey = (key: string): boolean => passes(() => demandKeys({ [key]: 1 }, walkOf()));
const isSoundText = (text: string): boolean => {
  expect(isKey(text)).toBe(passes(() => demandScalar(text, walkOf())));
  return isKey(text);
};
const isNumberOf = (value: number, numbers: "integers" | "any"): boolean =>
  passes(() => demandScalar(value, strictWalk(resolveLimits({ numbers }))));

function walkOf(): StrictWalk {
  return strictWalk(resolveLimits());
}

function passes(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(NotStrictJson);
    return false;
  }
}

it("SG-2: tells sound text from lone surrogates and all 66 noncharacters", () => {
  const noncharacters = Array.from({ length: 32 }, (_, index) => 0xfdd0 + index);
  for (let plane = 0; plane <= 16; plane += 1)
    noncharacters.push(plane * 0x10000 + 0xfffe, plane * 0x10000 + 0xffff);
  expect(noncharacters).toHaveLength(66);
  for (const code of noncharacters) {
    expect(isSoundText(`a${String.fromCodePoint(code)}b`)).toBe(false);
    expect(isSoundText(`a${String.fromCodePoint(code - 32 - 2)}b`)).toBe(true);
  }
  expect(["\ud800", "\udfffa", "\ud800\ud800\udc00"].map(isSoundText)).toEqual([false, false, false]);
  expect(["", "\ud800\udc00", "e\u0301"].map(isSoundText)).toEqual([true, true, true]);
});

it("SG-2: refuses three names of members, and no others like them", () => {
  expect(["__proto__", "constructor", "prototype"].filter(isKey)).toEqual([]);
  const others = ["proto", "__proto", "Constructor", "toString", ""];
  expect(others.filter(isKey)).toEqual(others);
});

it("SG-3: tells the two forms of numbers", () => {
  const values = [2 ** 53 - 1, 2 ** 53, -0, 0.5, Number.NaN, Number.POSITIVE_INFINITY];
  expect(values.map((value) => isNumberOf(value, "integers"))).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(values.map((value) => isNumberOf(value, "any"))).toEqual([true, true, true, true, false, false]);
});

it("reads keys, lengths, members and scalars, and counts what they take", () => {
  const walk = strictWalk(resolveLimits({ maxBytes: 20 }));
  expect(demandKeys({ b: 1, a: 2 }, walk)).toEqual(["b", "a"]);
  expect(demandKeys([1], walk)).toBeUndefined();
  expect(demandLength([1, 2], walk)).toBe(2);
  expect(demandMember([7], 0, walk)).toBe(7);
  expect(walk.leastBytes).toBe(3);
  expect([null, true, 5, "abc"].map((value) => demandScalar(value, walk))).toEqual([null, true, 5, "abc"]);
  expect(walk.leastBytes).toBe(3 + 4 + 4 + 1 + 5);
  expect(() => demandScalar("abc", walk)).toThrow(/20 bytes/);
});
