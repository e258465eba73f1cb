import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffTerms, isEqualJson, type Json, type TermsChange } from "../../../src/core/json/index.js";

const terms = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;

/** Carries out the changes on a copy: the reference for what they mean. */
function applied(previous: Json, changes: readonly TermsChange[]): Json {
  const holder: { root: any } = { root: structuredClone(previous) };
  // Elements are removed from the end, so that the indices of the others stay.
  for (const change of [...changes].sort((one, other) => order(one) - order(other) || removal(one, other))) {
    const steps = change.path.split("/").slice(1).map(unescaped);
    let target: any = holder;
    let key: string = "root";
    for (const step of steps) {
      target = target[key];
      key = step;
    }
    if (change.kind !== "removed") {
      Object.defineProperty(target, key, {
        value: change.to,
        enumerable: true,
        writable: true,
        configurable: true,
      });
    } else if (Array.isArray(target)) target.splice(Number(key), 1);
    else delete target[key];
  }
  return holder.root;
}

const order = (change: TermsChange): number => (change.kind === "removed" ? 1 : 0);
const removal = (one: TermsChange, other: TermsChange): number =>
  Number(other.path.split("/").at(-1)) - Number(one.path.split("/").at(-1)) || 0;
const unescaped = (step: string): string => step.replaceAll("~1", "/").replaceAll("~0", "~");

describe("diffTerms", () => {
  it.each<[string, Json, Json, TermsChange[]]>([
    ["nothing changed", { a: 1, b: [2] }, { b: [2], a: 1 }, []],
    ["equal primitives", "x", "x", []],
    [
      "a number",
      { price: 40 },
      { price: 50 },
      [{ path: "/price", kind: "changed", from: 40, to: 50, delta: 10 }],
    ],
    [
      "a falling number",
      { price: 50 },
      { price: 40.5 },
      [{ path: "/price", kind: "changed", from: 50, to: 40.5, delta: -9.5 }],
    ],
    ["a string", { a: "x" }, { a: "y" }, [{ path: "/a", kind: "changed", from: "x", to: "y" }]],
    [
      "a number that becomes a string",
      { a: 1 },
      { a: "1" },
      [{ path: "/a", kind: "changed", from: 1, to: "1" }],
    ],
    [
      "a member that becomes null",
      { a: 1 },
      { a: null },
      [{ path: "/a", kind: "changed", from: 1, to: null }],
    ],
    [
      "an object that becomes an array",
      { a: {} },
      { a: [] },
      [{ path: "/a", kind: "changed", from: {}, to: [] }],
    ],
    [
      "an object that becomes a number",
      { a: { b: 1 } },
      { a: 1 },
      [{ path: "/a", kind: "changed", from: { b: 1 }, to: 1 }],
    ],
    ["an added member", {}, { a: { b: 1 } }, [{ path: "/a", kind: "added", to: { b: 1 } }]],
    ["an added null", {}, { a: null }, [{ path: "/a", kind: "added", to: null }]],
    ["a removed member", { a: [1] }, {}, [{ path: "/a", kind: "removed", from: [1] }]],
    [
      "a nested member",
      { a: { b: [{ c: 1 }] } },
      { a: { b: [{ c: 3 }] } },
      [{ path: "/a/b/0/c", kind: "changed", from: 1, to: 3, delta: 2 }],
    ],
    [
      "longer arrays",
      [1],
      [1, 2, 3],
      [
        { path: "/1", kind: "added", to: 2 },
        { path: "/2", kind: "added", to: 3 },
      ],
    ],
    [
      "shorter arrays",
      ["a", "b", "c"],
      ["a"],
      [
        { path: "/1", kind: "removed", from: "b" },
        { path: "/2", kind: "removed", from: "c" },
      ],
    ],
    ["all of it", null, { a: 1 }, [{ path: "", kind: "changed", from: null, to: { a: 1 } }]],
    ["a bare number", 1, 3, [{ path: "", kind: "changed", from: 1, to: 3, delta: 2 }]],
    [
      "keys to escape",
      { "a/b": 1, "m~n": 1, "": 1 },
      {},
      [
        { path: "/a~1b", kind: "removed", from: 1 },
        { path: "/m~0n", kind: "removed", from: 1 },
        { path: "/", kind: "removed", from: 1 },
      ],
    ],
    ["names of Object.prototype", {}, { toString: 1 }, [{ path: "/toString", kind: "added", to: 1 }]],
    [
      "names of Object.prototype, removed",
      { constructor: 1 },
      {},
      [{ path: "/constructor", kind: "removed", from: 1 }],
    ],
  ])("EN-49: tells %s", (_name, previous, next, expected) => {
    expect(diffTerms(previous, next)).toStrictEqual(expected);
  });

  it("EN-49: goes by the order of the previous terms, then by that of the added members", () => {
    const previous = { z: 1, gone: 1, a: { y: 1, b: 1 } };
    const next = { newer: 1, a: { b: 2, x: 1, y: 2 }, newest: 1, z: 2 };
    expect(diffTerms(previous, next).map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      "changed /z",
      "removed /gone",
      "changed /a/y",
      "changed /a/b",
      "added /a/x",
      "added /newer",
      "added /newest",
    ]);
  });

  it("EN-49: the delta is plain subtraction, and left out where it is not finite", () => {
    expect(diffTerms(0.1, 0.3)).toEqual([
      { path: "", kind: "changed", from: 0.1, to: 0.3, delta: 0.3 - 0.1 },
    ]);
    expect(diffTerms(-1e308, 1e308)).toStrictEqual([{ path: "", kind: "changed", from: -1e308, to: 1e308 }]);
  });

  it("EN-49: is empty if and only if the terms are equal", () => {
    fc.assert(
      fc.property(terms, terms, (one, other) => {
        expect(diffTerms(one, other).length === 0).toBe(isEqualJson(one, other));
        expect(diffTerms(one, JSON.parse(JSON.stringify(one)))).toEqual([]);
      }),
    );
  });

  it("EN-49: carrying out the changes gives the next terms", () => {
    fc.assert(
      fc.property(terms, terms, (one, other) => {
        expect(isEqualJson(applied(one, diffTerms(one, other)), other)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("EN-49: is the same list for the same terms, JSON-safe, and leaves them alone", () => {
    fc.assert(
      fc.property(terms, terms, (one, other) => {
        const before = JSON.stringify([one, other]);
        const changes = diffTerms(one, other);
        expect(JSON.stringify(diffTerms(one, other))).toBe(JSON.stringify(changes));
        expect(isEqualJson(JSON.parse(JSON.stringify(changes)), changes as unknown as Json)).toBe(true);
        expect(JSON.stringify([one, other])).toBe(before);
      }),
    );
  });
});

it("compares terms of any depth and width [EN-49]", () => {
  const deep = (price: number): Json => {
    let terms: Json = { price };
    for (let level = 0; level < 100_000; level += 1) terms = level % 2 === 0 ? [terms] : { a: terms };
    return terms;
  };
  const [change, ...more] = diffTerms(deep(40), deep(50));
  expect(more).toEqual([]);
  expect(change).toMatchObject({ kind: "changed", from: 40, to: 50, delta: 10 });
  expect(change?.path.split("/")).toHaveLength(100_002);
  const wide = (price: number): Json => new Array<Json>(200_000).fill(price);
  const changes = diffTerms(wide(1), wide(2));
  expect(changes).toHaveLength(200_000);
  expect(changes.at(-1)).toMatchObject({ path: "/199999" });
});
