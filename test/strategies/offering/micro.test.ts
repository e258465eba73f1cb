import { expect, it } from "vitest";
import { micro } from "../../../src/strategies/agents/index.js";
import { ACCEPT } from "../../../src/strategies/play/index.js";
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

it("BA-19: accepts what is as good as the next of its ladder when ready", () => {
  const afterTwo = (received: number) => {
    const scene = new Scene(micro(), listed(utilities).inverse);
    scene.answer(0);
    scene.answer(1);
    // 9 and 8 are sent; the offer under judgement counts as received, so 7 is next.
    return scene.answer(received);
  };
  expect(afterTwo(7)).toBe(ACCEPT);
  expect(afterTwo(6)).toBe(7);
});

it("BA-19: when not ready it asks for as much as the latest of its ladder, not the next", () => {
  const scene = new Scene(micro(), listed(utilities).inverse);
  expect([scene.answer(7), scene.answer(7)]).toEqual([9, 8]);
  // 9 and 8 are sent, one offer received: 7 would be next, but 8 is what it holds to.
  expect([9, 8]).toContain(scene.answer(7));
});

it("BA-19: past the end of its ladder it accepts anything rational and repeats", () => {
  const { inverse } = listed([0, 0.5, 0.6, 1], 0.6);
  const scene = new Scene(micro(), inverse);
  expect(scene.answer(0)).toBe(3);
  expect(scene.answer(1)).toBe(2);
  expect([2, 3]).toContain(scene.answer(0));
  expect(scene.answer(2)).toBe(ACCEPT);
});
