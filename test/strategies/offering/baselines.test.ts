import { expect, it } from "vitest";
import { random, tough } from "../../../src/strategies/agents/index.js";
import { ACCEPT } from "../../../src/strategies/play/index.js";
import { listed, Scene } from "../scenes.js";

it("BA-26: random proposes each rational outcome as often as any other, and no other, from its seed", () => {
  const { inverse } = listed([0, 0.9, 0.4, 0.6, 0.5], 0.5);
  const counts = new Map<number, number>();
  for (let seed = 0; seed < 3_000; seed += 1) {
    const outcome = new Scene(random(), inverse, { seed }).answer(0);
    expect(new Scene(random(), inverse, { seed }).answer(0)).toBe(outcome);
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual([1, 3, 4]);
  for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(120);
});

it("BA-18: tough proposes its best always, of equally good ones the last of the order", () => {
  const { inverse } = listed([1, 0.5, 1, 0.2]);
  const scene = new Scene(tough(), inverse);
  expect([scene.answer(1), scene.answer(3), scene.answer(1)]).toEqual([2, 2, 2]);
});

it("BA-18: tough accepts from its maximum less 1e-10 on", () => {
  const { inverse } = listed([1, 1 - 0.9e-10, 1 - 1.1e-10, 0]);
  expect(new Scene(tough(), inverse).answer(0)).toBe(ACCEPT);
  expect(new Scene(tough(), inverse).answer(1)).toBe(ACCEPT);
  expect(new Scene(tough(), inverse).answer(2)).toBe(0);
});
