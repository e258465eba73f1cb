import { describe, expect, it } from "vitest";
import { fingerprint } from "../../../src/tournament/rows/index.js";

describe("fingerprint", () => {
  it("BA-36: is the same for the same content, whatever the order of members", () => {
    expect(fingerprint({ a: 1, b: [{ c: 2, d: null }] })).toBe(fingerprint({ b: [{ d: null, c: 2 }], a: 1 }));
  });

  it("BA-36: differs for other content, also in the last bit of a number and in the order of a list", () => {
    const prints = [{ a: 1 }, { a: 1 + Number.EPSILON }, { a: "1" }, [1, 2], [2, 1], { a: null }, {}].map(
      (value) => fingerprint(value),
    );
    expect(new Set(prints).size).toBe(prints.length);
  });

  it("is an integer that JSON can hold", () => {
    expect(Number.isSafeInteger(fingerprint("x"))).toBe(true);
  });
});
