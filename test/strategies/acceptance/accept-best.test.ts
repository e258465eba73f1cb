import { expect, it } from "vitest";
import { acceptBest } from "../../../src/strategies/acceptance/index.js";
import { ACCEPT } from "../../../src/strategies/play/index.js";
import { listed, Scene, scripted } from "../scenes.js";

it("BA-18: accepts its maximum less 1e-10", () => {
  const strategy = { name: "tested", offering: scripted(0), acceptance: acceptBest() };
  const { inverse } = listed([1, 1 - 0.9e-10, 1 - 1.1e-10, 0]);
  const accepted = [0, 1, 2, 3].map((outcome) => new Scene(strategy, inverse).answer(outcome) === ACCEPT);
  expect(accepted).toEqual([true, true, false, false]);
});
