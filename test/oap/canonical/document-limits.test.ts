import { expect, it } from "vitest";
import { resolveLimits } from "../../../src/oap/canonical/index.js";

it("SG-1: has the defaults of signed documents", () => {
  expect(resolveLimits()).toEqual({ numbers: "integers", maxDepth: 32, maxBytes: 65_536 });
  expect(resolveLimits({ numbers: undefined, maxDepth: 0 })).toEqual({
    numbers: "integers",
    maxDepth: 0,
    maxBytes: 65_536,
  });
});

it.each([
  [{ maxDepth: -1 }, RangeError],
  [{ maxDepth: 257 }, RangeError],
  [{ maxDepth: 1.5 }, RangeError],
  [{ maxBytes: 0 }, RangeError],
  [{ maxBytes: Number.POSITIVE_INFINITY }, RangeError],
  [{ numbers: "decimals" as never }, TypeError],
])("refuses %j at once", (limits, error) => {
  expect(() => resolveLimits(limits)).toThrow(error);
});
