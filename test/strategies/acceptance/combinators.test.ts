import { describe, expect, it } from "vitest";
import { all, any, not } from "../../../src/strategies/acceptance/index.js";
import { ACCEPT, type AcceptanceCondition } from "../../../src/strategies/play/index.js";
import { Scene, scripted } from "../scenes.js";
import { around } from "./verdicts.js";

describe("BA-27: combinators", () => {
  const counted = (answer: boolean) => {
    let calls = 0;
    const acceptance: AcceptanceCondition = { name: String(answer), start: () => () => (calls++, answer) };
    return { acceptance, calls: () => calls };
  };
  const answer = (acceptance: AcceptanceCondition) =>
    new Scene({ name: "tested", offering: scripted(4), acceptance }, around(0.5)).answer(3) === ACCEPT;

  it("all, any and not say what their names say", () => {
    const yes = counted(true).acceptance;
    const no = counted(false).acceptance;
    expect([all(yes, yes), all(yes, no), any(no, yes), any(no, no), not(no), not(yes)].map(answer)).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
    ]);
    expect([all(), any()].map(answer)).toEqual([true, false]);
    expect(all(yes, not(any(no))).name).toBe("all(true, not(any(false)))");
  });

  it("ask from left to right and no further than needed", () => {
    const last = counted(true);
    answer(all(counted(false).acceptance, last.acceptance));
    answer(any(counted(true).acceptance, last.acceptance));
    expect(last.calls()).toBe(0);
    answer(all(counted(true).acceptance, last.acceptance));
    expect(last.calls()).toBe(1);
  });

  it.each([
    ["all", (odd: AcceptanceCondition) => all(odd)],
    ["any", (odd: AcceptanceCondition) => any(odd)],
    ["not", (odd: AcceptanceCondition) => not(odd)],
  ])("BA-16: %s takes neither a promise nor a text for a yes or a no", (_, combined) => {
    for (const given of ["no", undefined, Promise.resolve(false)]) {
      const odd: AcceptanceCondition = { name: "odd", start: () => () => given as never };
      expect(() => answer(combined(odd))).toThrow(/the condition odd to answer true or false/);
    }
  });
});
