import * as fc from "fast-check";
import { expect, it } from "vitest";
import { arbitraryCommandChoice } from "../../../src/fuzz/arbitraries/history-choices.js";

const sample = fc.sample(arbitraryCommandChoice(), { numRuns: 2_000, seed: 1 });

it("chooses every command, mostly moves", () => {
  const kinds = new Set(sample.map(({ does }) => does));
  expect(kinds.size).toBe(9);
  expect(sample.filter(({ does }) => does === "move").length).toBeGreaterThan(1_000);
});

it("is plain data", () => {
  for (const choice of sample.slice(0, 200)) expect(structuredClone(choice)).toEqual(choice);
});

it("comes a moment later, around a deadline, or earlier than the last", () => {
  const waits = sample.map(({ wait }) => wait);
  expect(waits.some(({ from, ms }) => from === "last" && ms < 0)).toBe(true);
  const atDeadlines = waits.filter(({ from }) => from === "deadline").map(({ ms }) => ms);
  expect(new Set(atDeadlines)).toEqual(new Set([-1, 0, 1]));
});

it("shrinks to the party with the floor doing the first legal thing", () => {
  const { counterexample } = fc.check(fc.property(arbitraryCommandChoice(), () => false));
  expect(counterexample?.[0]).toMatchObject({ does: "move", by: "floor", move: { abides: true, pick: 0 } });
});
