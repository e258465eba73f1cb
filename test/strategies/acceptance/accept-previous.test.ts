import { expect, it } from "vitest";
import { acceptGap, acceptPrevious } from "../../../src/strategies/acceptance/index.js";
import { FROM_THRESHOLD, NONE, verdicts } from "./verdicts.js";

it("BA-27: AC_prev compares with the own previous offer, and accepts nothing before one", () => {
  expect(verdicts(acceptPrevious(), 0.5, { own: [5, 4], before: [3] })).toEqual(FROM_THRESHOLD);
  expect(verdicts(acceptPrevious({ scale: 2, shift: -0.3 }), 0.4, { own: [5, 4], before: [3] })).toEqual(
    FROM_THRESHOLD,
  );
  expect(verdicts(acceptPrevious({ shift: 5 }), 0.5)).toEqual(NONE);
});

it("BA-27: AC_gap is content with a little less than the own previous offer, and accepts nothing before one", () => {
  expect(verdicts(acceptGap(), 0.4, { own: [5, 4], before: [3] })).toEqual(FROM_THRESHOLD);
  expect(verdicts(acceptGap({ gap: 0.25 }), 0.25, { own: [5, 4], before: [3] })).toEqual(FROM_THRESHOLD);
  expect(verdicts(acceptGap({ gap: 5 }), 0.5)).toEqual(NONE);
});
