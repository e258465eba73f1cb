import { expect, it } from "vitest";
import { acceptNext } from "../../../src/strategies/acceptance/index.js";
import { FROM_THRESHOLD, verdicts } from "./verdicts.js";

it("BA-27: AC_next compares with what offering would send now", () => {
  expect(verdicts(acceptNext(), 0.5, { before: [3] })).toEqual(FROM_THRESHOLD);
  // 2 u - 0.3 >= 0.5 from 0.4 on.
  expect(verdicts(acceptNext({ scale: 2, shift: -0.3 }), 0.4, { before: [3] })).toEqual(FROM_THRESHOLD);
});
