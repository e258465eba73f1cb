import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outcomeSpace } from "../../../src/preferences/model/index.js";
import { anyIssues } from "../arbitrary-preferences.js";
import { faultPaths } from "../expect-faults.js";

const space = outcomeSpace([
  { name: "colour", kind: "categorical", values: ["red", "blue"] },
  { name: "size", kind: "ordinal", values: [1, 2, 3] },
  { name: "price", kind: "integer", min: 10, max: 30, step: 10 },
]);

describe("outcomeSpace", () => {
  it("BA-2: numbers outcomes with the first issue slowest, the last fastest", () => {
    expect(space.cardinality).toBe(18);
    expect(space.sizes).toEqual([2, 3, 3]);
    expect(space.termsAt(0)).toEqual({ colour: "red", size: 1, price: 10 });
    expect(space.termsAt(1)).toEqual({ colour: "red", size: 1, price: 20 });
    expect(space.termsAt(17)).toEqual({ colour: "blue", size: 3, price: 30 });
    expect(space.digitsAt(11)).toEqual([1, 0, 2]);
    expect([0, 1, 2].map((issue) => space.digitAt(11, issue))).toEqual([1, 0, 2]);
    expect(space.indexOfDigits([1, 0, 2])).toBe((1 * 3 + 0) * 3 + 2);
    expect(space.values(2)).toEqual([10, 20, 30]);
  });

  it.each([-1, 18, 0.5, Number.NaN, Number.POSITIVE_INFINITY, "0" as never])(
    "BA-2: refuses the index %s with outcome_invalid, where 0 and cardinality - 1 are fine",
    (index) => {
      for (const act of [
        () => space.termsAt(index),
        () => space.digitsAt(index),
        () => space.digitAt(index, 0),
      ]) {
        expect(faultPaths("outcome_invalid", act)).toEqual([""]);
      }
      for (const inside of [0, 17]) {
        expect(space.indexOf(space.termsAt(inside))).toBe(inside);
        expect(space.indexOfDigits(space.digitsAt(inside))).toBe(inside);
      }
    },
  );

  it("BA-2: gives -1 for a missing or unknown issue, a value off the list or outside its range", () => {
    const terms = { colour: "red", size: 2, price: 20 };
    expect(space.indexOf(terms)).toBe(4);
    const wrong: unknown[] = [
      { colour: "red", size: 2 },
      { ...terms, extra: 1 },
      { colour: "red", size: 2, cost: 20 },
      { ...terms, colour: "green" },
      { ...terms, size: "2" },
      { ...terms, price: 25 },
      { ...terms, price: 40 },
      Object.create(terms),
      Object.assign(Object.create({ price: 20 }), { colour: "red", size: 2, cost: 20 }),
      null,
      undefined,
      "red",
      7,
      ["red", 2, 20],
    ];
    expect(wrong.map((value) => space.indexOf(value))).toEqual(wrong.map(() => -1));
  });

  it("BA-2: does not take what every object inherits for an issue", () => {
    const odd = outcomeSpace([{ name: "toString", kind: "categorical", values: ["a"] }]);
    expect(odd.indexOf({ other: "a" })).toBe(-1);
    expect(odd.indexOf({ toString: "a" })).toBe(0);
    expect(odd.termsAt(0)).toEqual({ toString: "a" });
  });

  it("finds values in long lists as in short ones", () => {
    const values = Array.from({ length: 5_000 }, (_, value) => (value % 2 === 0 ? value : `${value}`));
    const long = outcomeSpace([{ name: "long", kind: "categorical", values }]);
    for (const index of [0, 1, 4_998, 4_999]) expect(long.indexOf({ long: values[index] })).toBe(index);
    expect(long.indexOf({ long: 1 })).toBe(-1);
    expect(long.indexOf({ long: "0" })).toBe(-1);
  });

  it("BA-2: leads from each index to its terms and digits and back, for any issues", () => {
    fc.assert(
      fc.property(anyIssues, (issues) => {
        const any = outcomeSpace(issues);
        let index = 0;
        for (const terms of any.enumerate()) {
          expect(any.indexOf(terms)).toBe(index);
          expect(any.indexOfDigits(any.digitsAt(index))).toBe(index);
          expect(any.digitsAt(index).map((digit, issue) => any.values(issue)[digit])).toEqual(
            any.issues.map(({ name }) => terms[name]),
          );
          index += 1;
        }
        expect(index).toBe(any.cardinality);
      }),
      { seed: 7, numRuns: 40 },
    );
  });

  it("BA-2: tells outcomes apart beyond 2^32, up to the last", () => {
    const digits = Array.from({ length: 16 }, (_, index) => ({
      name: `d${index}`,
      kind: "integer" as const,
      min: 0,
      max: index === 0 ? 8 : 9,
    }));
    const huge = outcomeSpace(digits.slice(0, 15).concat({ ...digits[15]!, max: 9 }));
    expect(huge.cardinality).toBe(9e15);
    for (const index of [2 ** 32, 2 ** 32 + 1, 1_234_567_890_123_456, 9e15 - 1]) {
      expect(huge.digitsAt(index).join("")).toBe(String(index).padStart(16, "0"));
      expect(huge.indexOf(huge.termsAt(index))).toBe(index);
    }
    expect(faultPaths("outcome_invalid", () => huge.termsAt(9e15))).toEqual([""]);
  });

  it("refuses digits that are too many, too few or out of range", () => {
    expect(faultPaths("outcome_invalid", () => space.indexOfDigits([0, 3, 0]))).toEqual(["1"]);
    expect(faultPaths("outcome_invalid", () => space.indexOfDigits([0, 0]))).toEqual(["2"]);
    expect(faultPaths("outcome_invalid", () => space.indexOfDigits([0, 0, 0, 0]))).toEqual([""]);
    expect(() => space.values(3)).toThrow(RangeError);
    expect(() => space.digitAt(0, 3)).toThrow(RangeError);
  });

  it("D-12: starts each loop over the outcomes anew, also one inside the other", () => {
    const outcomes = space.enumerate();
    let pairs = 0;
    for (const one of outcomes) for (const other of outcomes) pairs += one === other ? 0 : 1;
    expect(pairs).toBe(18 * 18);
    expect([...outcomes]).toHaveLength(18);
  });

  it("is frozen, with all that it gives, methods included", () => {
    const given: unknown[] = [space, space.issues, space.sizes, space.termsAt(3), space.digitsAt(3)];
    given.push(space.values(0), space.values(2), space.enumerate(), space.sample(3, 1), space.termsAt);
    given.push(Object.getPrototypeOf(space), space.constructor);
    expect(given.map((value) => Object.isFrozen(value))).toEqual(given.map(() => true));
  });
});
