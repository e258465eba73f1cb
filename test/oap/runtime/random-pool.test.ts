import { afterEach, describe, expect, it, vi } from "vitest";
import { randomPool } from "../../../src/oap/runtime/index.js";

afterEach(() => vi.restoreAllMocks());

describe("random bytes drawn many at a time", () => {
  it("SG-36: no byte of a draw is given out twice, and none is left out of a count", () => {
    let drawn = 0;
    vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
      const bytes = array as unknown as Uint8Array;
      for (let index = 0; index < bytes.length; index += 1) bytes[index] = (drawn + index) % 251;
      drawn += bytes.length;
      return array;
    });
    const randomBytes = randomPool();
    const given = Array.from({ length: 204 }, () => [...randomBytes(10)]).flat();
    expect(given).toEqual(Array.from({ length: 2_040 }, (_, index) => index % 251));
    expect(drawn).toBe(2_048);
    // Eight are left, which are too few, and are dropped.
    expect([...randomBytes(10)]).toEqual(Array.from({ length: 10 }, (_, index) => (2_048 + index) % 251));
  });

  it("more than a pool at once, and none, are given as asked", () => {
    const randomBytes = randomPool();
    expect(randomBytes(5_000)).toHaveLength(5_000);
    expect(randomBytes(0)).toHaveLength(0);
  });

  it("what was given stays as it is when somebody writes into it", () => {
    const randomBytes = randomPool();
    const first = randomBytes(4);
    const copy = [...first];
    randomBytes(4).fill(0);
    expect([...first]).toEqual(copy);
  });
});
