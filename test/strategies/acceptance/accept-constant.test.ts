import { expect, it } from "vitest";
import { acceptConstant, acceptTime } from "../../../src/strategies/acceptance/index.js";
import { ABOVE_THRESHOLD, ALL, FROM_THRESHOLD, NONE, verdicts } from "./verdicts.js";

it("BA-27: AC_const compares with a number, strictly where asked to", () => {
  expect(verdicts(acceptConstant(), 0.9)).toEqual(FROM_THRESHOLD);
  expect(verdicts(acceptConstant({ threshold: 0.3 }), 0.3)).toEqual(FROM_THRESHOLD);
  expect(verdicts(acceptConstant({ strict: true }), 0.9)).toEqual(ABOVE_THRESHOLD);
});

it("BA-27: AC_time looks at the time only: 0.99 is turn 197 of 198", () => {
  expect(verdicts(acceptTime(), 0.2, { turn: 195 })).toEqual(NONE);
  expect(verdicts(acceptTime(), 0.2, { turn: 197 })).toEqual(ALL);
  expect(verdicts(acceptTime({ strict: true }), 0.2, { turn: 197 })).toEqual(NONE);
  expect(verdicts(acceptTime({ strict: true, from: 0.98 }), 0.2, { turn: 197 })).toEqual(ALL);
});
