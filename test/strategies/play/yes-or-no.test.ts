import { expect, it } from "vitest";
import { type AcceptanceCondition, yesOrNo } from "../../../src/strategies/play/index.js";

const condition: AcceptanceCondition = { name: "AC_odd", start: () => () => true };

it("BA-16: passes yes and no as they are", () => {
  expect([yesOrNo(condition, true), yesOrNo(condition, false)]).toEqual([true, false]);
});

it.each([["no"], [0], [1], [null], [undefined], [{}], [Promise.resolve(false)]])(
  "BA-16: %o is no answer, and the condition is named",
  (answer) => {
    expect(() => yesOrNo(condition, answer)).toThrow(TypeError);
    expect(() => yesOrNo(condition, answer)).toThrow(/the condition AC_odd to answer true or false at once/);
  },
);

it("BA-30: a promise that fails later causes no unhandled rejection", async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", note);
  expect(() => yesOrNo(condition, Promise.reject(new Error("late")))).toThrow("got a promise");
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});
