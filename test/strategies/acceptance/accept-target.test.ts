import { expect, it } from "vitest";
import { acceptTarget } from "../../../src/strategies/acceptance/index.js";
import { FROM_THRESHOLD, verdicts } from "./verdicts.js";

it("BA-27: AC_target compares with the level of the curve", () => {
  // Turn 99 is at 0.5, and the level of exponent 1 is 0.4999.
  expect(verdicts(acceptTarget({ exponent: 1 }), 0.4999, { turn: 99 })).toEqual(FROM_THRESHOLD);
});
