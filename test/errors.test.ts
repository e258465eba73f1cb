import { describe, expect, it } from "vitest";
import { CODES, NegotiationError, shown } from "../src/errors.js";

describe("NegotiationError", () => {
  it("SY-14: carries a code, frozen details and the cause, and is known by its brand", () => {
    const cause = new Error("disk");
    const error = new NegotiationError("store_failed", "Expected an answer, got a throw.", {
      cause,
      details: { attempts: 3 },
    });
    expect(error).toMatchObject({ name: "NegotiationError", code: "store_failed", details: { attempts: 3 } });
    expect(error.cause).toBe(cause);
    expect(Object.isFrozen(error.details)).toBe(true);
    expect(NegotiationError.isInstance(error)).toBe(true);
  });

  it("SY-14: an error of another copy of the library is one too, anything else is not", () => {
    const foreign = { [Symbol.for("concordat.NegotiationError")]: true };
    expect(NegotiationError.isInstance(foreign)).toBe(true);
    for (const other of [null, undefined, 7, "NegotiationError", {}, new Error("no")]) {
      expect(NegotiationError.isInstance(other)).toBe(false);
    }
  });

  it("has no cause and empty details when none are given", () => {
    const error = new NegotiationError("busy", "Negotiation already in progress");
    expect("cause" in error).toBe(false);
    expect(error.details).toEqual({});
  });
});

describe("CODES", () => {
  it("EN-53: each has a manner, a cause and a cure, in sentences", () => {
    for (const { manner, cause, cure } of Object.values(CODES)) {
      expect(["refusal", "error"]).toContain(manner);
      expect(cause).toMatch(/^[A-Z`].*\.$/);
      expect(cure).toMatch(/^[A-Z`].*\.$/);
    }
  });
});

describe("shown", () => {
  const cycle: unknown[] = [];
  cycle.push(cycle);

  it.each<[unknown, string]>([
    [0, "0"],
    [Number.NaN, "NaN"],
    [Number.POSITIVE_INFINITY, "Infinity"],
    [undefined, "undefined"],
    [null, "null"],
    ["a", '"a"'],
    [{ a: 1 }, '{"a":1}'],
    [1n, "bigint"],
    [Symbol("s"), "symbol"],
    [cycle, "object"],
  ])("SY-15: %s", (value, text) => {
    expect(shown(value)).toBe(text);
  });

  it("SY-15: cuts at 80 characters", () => {
    expect(shown("x".repeat(500))).toHaveLength(80);
  });
});
