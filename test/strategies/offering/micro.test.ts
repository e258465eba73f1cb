import { expect, it } from "vitest";
import { micro } from "../../../src/strategies/agents/index.js";
import { listed, Scene } from "../scenes.js";

// Outcome 9 is worth 1, outcome 0 nothing: the ladder is 9, 8, 7 ...
const utilities = Array.from({ length: 10 }, (_, index) => index / 9);

it("BA-19: shows a new outcome for each new one, from the best down", () => {
  const scene = new Scene(micro(), listed(utilities).inverse);
  expect([scene.answer(0), scene.answer(1), scene.answer(2), scene.answer(3)]).toEqual([9, 8, 7, 6]);
});

it("BA-19: is ready while it has sent no more distinct offers than it received, else repeats one it sent", () => {
  const scene = new Scene(micro(), listed(utilities).inverse);
  expect(scene.answer(0)).toBe(9);
  // One sent, one received: as many, so still ready.
  expect(scene.answer(0)).toBe(8);
  for (let turn = 0; turn < 20; turn += 1) expect([9, 8]).toContain(scene.answer(0));
  expect(scene.answer(1)).toBe(7);
});

it("BA-19: draws what it repeats uniformly, from its seed", () => {
  const counts = [0, 0, 0];
  for (let seed = 0; seed < 3_000; seed += 1) {
    const scene = new Scene(micro(), listed(utilities).inverse, { seed });
    for (const received of [0, 1, 1]) scene.answer(received);
    const again = new Scene(micro(), listed(utilities).inverse, { seed });
    for (const received of [0, 1, 1]) again.answer(received);
    const repeated = scene.answer(1);
    expect(again.answer(1)).toBe(repeated);
    counts[9 - repeated]! += 1;
  }
  for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(120);
});
