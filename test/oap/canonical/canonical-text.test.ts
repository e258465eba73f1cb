import canonicalizeOfPackage from "canonicalize";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bytesOfText,
  canonicalTextOf,
  isLonger,
  plainCopy,
  resolveLimits,
} from "../../../src/oap/canonical/index.js";
import { anyJson } from "../strict-arbitrary.js";

const limits = resolveLimits({ numbers: "any", maxBytes: 1_000_000 });

describe("SG-1: the canonical text of a copy", () => {
  it("has members named by indexes among the others, at every depth", () => {
    const { copy } = plainCopy({ b: [{ 9: 1, 10: 2, "01": 3, a: 4 }], 11: {}, 2: [], $: null }, limits);
    expect(canonicalTextOf(copy)).toBe('{"$":null,"11":{},"2":[],"b":[{"01":3,"10":2,"9":1,"a":4}]}');
  });

  it("has members of many and of few names alike", () => {
    for (const count of [2, 15, 16, 17, 40]) {
      const names = Array.from({ length: count }, (_, index) => `m${(index * 17) % 41}`);
      const { copy } = plainCopy(Object.fromEntries(names.map((name) => [name, 1])), limits);
      expect(canonicalTextOf(copy)).toBe(canonicalizeOfPackage(copy));
    }
  });

  it("leaves one member out where it is outermost, and nowhere else", () => {
    const { copy } = plainCopy({ c: { signature: 1 }, signature: "x", a: [{ signature: 2 }] }, limits);
    expect(canonicalTextOf(copy, "signature")).toBe('{"a":[{"signature":2}],"c":{"signature":1}}');
    expect(canonicalTextOf(["signature"], "signature")).toBe('["signature"]');
    expect(canonicalTextOf({ signature: 1 }, "signature")).toBe("{}");
  });

  it.each([
    ["objects", Object.prototype],
    ["arrays", Array.prototype],
  ])(
    "is the same where somebody has given all %s a toJSON, or a setter of a member's name",
    (_, prototype) => {
      const { copy } = plainCopy({ price: [40, { b: "é\u0001", a: [] }], 2: {}, note: 1.5 }, limits);
      const text = canonicalTextOf(copy);
      const calls: unknown[] = [];
      Object.defineProperty(prototype, "toJSON", { value: () => calls.push("toJSON"), configurable: true });
      Object.defineProperty(prototype, "note", { set: (value) => calls.push(value), configurable: true });
      try {
        expect(canonicalTextOf(copy)).toBe(text);
        expect(canonicalTextOf({ note: 1 })).toBe('{"note":1}');
      } finally {
        Reflect.deleteProperty(prototype, "toJSON");
        Reflect.deleteProperty(prototype, "note");
      }
      expect(calls).toEqual([]);
    },
  );

  it("is the same by the engine and piece by piece", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const { copy } = plainCopy({ a: value }, limits);
        // A member named by an index makes it go piece by piece.
        const { copy: indexed } = plainCopy({ 0: 0, a: value }, limits);
        expect(canonicalTextOf(indexed)).toBe(canonicalTextOf(copy).replace("{", '{"0":0,'));
      }),
      { seed: 505, numRuns: 200 },
    );
  });
});

describe("bytes", () => {
  it.each(["", "abc", "é", "a\u{1f600}b", "\u2028"])("of %j are its UTF-8", (text) => {
    expect(Buffer.from(bytesOfText(text))).toEqual(Buffer.from(text));
  });

  it("are counted exactly", () => {
    for (const text of ["", "abc", "éé", "a\u{1f600}"]) {
      const size = Buffer.from(text).length;
      expect([isLonger(text, size), isLonger(text, size - 1)]).toEqual([false, true]);
    }
  });
});
