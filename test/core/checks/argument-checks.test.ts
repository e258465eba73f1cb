import { describe, expect, it } from "vitest";
import {
  demandText,
  integerIn,
  integerName,
  isIntegerIn,
  isText,
  textName,
  unmet,
} from "../../../src/core/checks/index.js";

describe("unmet", () => {
  it("SY-16: says what was expected and shows what came", () => {
    expect(unmet("turnTimeoutMs", "an integer of at least 1", -5)).toBe(
      "Expected turnTimeoutMs to be an integer of at least 1, got -5.",
    );
  });
});

describe("texts", () => {
  it.each([
    ["x", true],
    ["x".repeat(256), true],
    ["x".repeat(257), false],
    ["", false],
    [7, false],
    [null, false],
    [undefined, false],
  ])("SY-16: %j is one of 1 to 256 characters: %s", (value, isOne) => {
    expect(isText(value, 256)).toBe(isOne);
    const demand = (): void => demandText("id", value as never, 256);
    if (isOne) expect(demand).not.toThrow();
    else expect(demand).toThrow(new TypeError(unmet("id", "1 to 256 characters", value)));
  });

  it("SY-16: without a bound only emptiness is refused", () => {
    expect(isText("x".repeat(100_000))).toBe(true);
    expect(() => demandText("status", "")).toThrow(
      new TypeError('Expected status to be a non-empty string, got "".'),
    );
    expect(textName(64)).toBe("1 to 64 characters");
  });
});

describe("integers", () => {
  it.each([
    [1, true],
    [5, true],
    [0, false],
    [6, false],
    [1.5, false],
    [Number.NaN, false],
    [Number.POSITIVE_INFINITY, false],
    ["3", false],
  ])("SY-16: %j is one from 1 to 5: %s", (value, isOne) => {
    expect(isIntegerIn(value, 1, 5)).toBe(isOne);
    if (isOne) expect(integerIn("limit", value as number, 1, 5)).toBe(value);
    else {
      expect(() => integerIn("limit", value as never, 1, 5)).toThrow(
        new RangeError(unmet("limit", "an integer from 1 to 5", value)),
      );
    }
  });

  it("SY-16: the largest is the largest safe integer", () => {
    expect(isIntegerIn(Number.MAX_SAFE_INTEGER, 0)).toBe(true);
    expect(isIntegerIn(2 ** 53, 0)).toBe(false);
    expect(integerName(0)).toBe("an integer of at least 0");
  });
});
