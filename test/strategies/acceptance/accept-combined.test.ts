import { expect, it } from "vitest";
import {
  acceptCombined,
  acceptCombinedAverageWindow,
  acceptCombinedMaximum,
  acceptCombinedMaximumWindow,
} from "../../../src/strategies/acceptance/index.js";
import { ACCEPT, type Strategy } from "../../../src/strategies/play/index.js";
import { Scene, scripted } from "../scenes.js";
import { ALL, around, FROM_THRESHOLD, NONE, verdicts } from "./verdicts.js";

it("BA-27: AC_combi is AC_next, and takes anything from its time on", () => {
  expect(verdicts(acceptCombined(), 0.5, { before: [3], turn: 193 })).toEqual(FROM_THRESHOLD);
  expect(verdicts(acceptCombined(), 0.2, { before: [3], turn: 195 })).toEqual(ALL);
  expect(verdicts(acceptCombined({ from: 0.5 }), 0.2, { before: [3], turn: 97 })).toEqual(NONE);
  expect(verdicts(acceptCombined({ from: 0.5 }), 0.2, { before: [3], turn: 99 })).toEqual(ALL);
});

it("BA-27: AC_combi_max is late content with the best received, the offer itself included", () => {
  const late = { turn: 195, own: [4, 4] };
  expect(verdicts(acceptCombinedMaximum(), 0.4, { ...late, before: [1, 3] })).toEqual(FROM_THRESHOLD);
  expect(verdicts(acceptCombinedMaximum(), 0.4, late)).toEqual(ALL);
  expect(verdicts(acceptCombinedMaximum(), 0.4, { ...late, before: [5] })).toEqual(NONE);
  expect(verdicts(acceptCombinedMaximum(), 0.4, { ...late, turn: 193, before: [3] })).toEqual(NONE);
});

it("BA-27: AC_combi_max_window forgets what was offered before t - (1 - t)", () => {
  const acceptance = acceptCombinedMaximumWindow();
  const late = { turn: 195, own: [4, 4] };
  // At 0.98 the window begins at 0.96; the offers before came at 0.01 and 0.02.
  expect(verdicts(acceptance, 0.4, { ...late, before: [5, 5] })).toEqual(ALL);
  const recent = (previous: number, turn: number) =>
    [0, 1, 2].map((outcome) => {
      const strategy: Strategy = { name: "tested", offering: scripted(4), acceptance };
      const scene = new Scene(strategy, around(0.4), { turnLimit: 198 }).skipTo(turn);
      scene.answer(previous);
      return scene.skipTo(195).answer(outcome) === ACCEPT;
    });
  expect(recent(1, 191)).toEqual(FROM_THRESHOLD);
  expect(recent(5, 191)).toEqual(NONE);
  expect(recent(5, 189)).toEqual(ALL);
});

it("BA-27: AC_combi_average_window asks for the mean of the window, the offer itself included", () => {
  const acceptance = acceptCombinedAverageWindow();
  const mean = (previous: number, threshold: number) =>
    [0, 1, 2].map((outcome) => {
      const strategy: Strategy = { name: "tested", offering: scripted(4), acceptance };
      const scene = new Scene(strategy, around(threshold), { turnLimit: 198 }).skipTo(193);
      scene.answer(previous);
      return scene.skipTo(195).answer(outcome) === ACCEPT;
    });
  // u >= (0.5 + u) / 2 from 0.5 on.
  expect(mean(5, 0.5)).toEqual(FROM_THRESHOLD);
  expect(mean(3, 0.5)).toEqual(ALL);
  expect(mean(5, 0.4)).toEqual(NONE);
  expect(verdicts(acceptance, 0.4, { turn: 193, own: [4, 4] })).toEqual(NONE);
});
