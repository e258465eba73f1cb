import { expect, it } from "vitest";
import {
  acceptCombined,
  acceptCombinedMaximum,
  acceptConstant,
  acceptGap,
  acceptNext,
  acceptPrevious,
  acceptTime,
} from "../../../src/strategies/acceptance/index.js";
import { checkNumbers } from "../../../src/strategies/play/index.js";

it("BA-27: refuses a parameter that is no finite number with strategy_invalid", () => {
  const bad = Number.NaN;
  for (const make of [
    () => acceptNext({ scale: bad }),
    () => acceptPrevious({ shift: bad }),
    () => acceptGap({ gap: bad }),
    () => acceptConstant({ threshold: bad }),
    () => acceptTime({ from: bad }),
    () => acceptCombined({ from: bad }),
    () => acceptCombinedMaximum({ from: "1" as never }),
  ]) {
    expect(make).toThrow(expect.objectContaining({ code: "strategy_invalid" }));
  }
});

it("lists every number that is none, by its sort only", () => {
  const thrown = (): unknown => {
    try {
      checkNumbers("AC_next", { scale: 1, shift: Number.NaN, gap: "0.7" });
    } catch (error) {
      return error;
    }
    return null;
  };
  expect(thrown()).toMatchObject({
    code: "strategy_invalid",
    details: {
      issues: [
        { path: ["shift"], expected: "a finite number", received: "NaN" },
        { path: ["gap"], expected: "a finite number", received: "a string" },
      ],
    },
  });
});
