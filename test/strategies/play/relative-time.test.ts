import { expect, it } from "vitest";
import { relativeTime, timeOfTurn } from "../../../src/strategies/play/index.js";

it.each([
  [200, 1, 1 / 101],
  [200, 2, 1 / 101],
  [200, 3, 2 / 101],
  [200, 199, 100 / 101],
  [200, 200, 100 / 101],
  [5, 5, 3 / 4],
])("BA-14, D-18: with a limit of %i, turn %i is at %f", (turnLimit, turnNumber, expected) => {
  expect(relativeTime({ turnNumber, turnLimit })).toBe(expected);
  expect(timeOfTurn(turnNumber, turnLimit, 2)).toBe(expected);
});

it("BA-14: by turns it never reaches 1 while someone can act, and all parties of a cycle see the same", () => {
  for (const parties of [2, 3, 4]) {
    for (let turnLimit = 1; turnLimit <= 30; turnLimit += 1) {
      for (let turnNumber = 1; turnNumber <= turnLimit; turnNumber += 1) {
        const t = relativeTime({ turnNumber, turnLimit, parties });
        expect(t).toBeGreaterThan(0);
        expect(t).toBeLessThan(1);
        const first = turnNumber - ((turnNumber - 1) % parties);
        expect(t).toBe(relativeTime({ turnNumber: first, turnLimit, parties }));
      }
    }
  }
});

it("BA-14: by the clock it is the share of the total time, at most 1", () => {
  expect(relativeTime({ turnNumber: 9, elapsedMs: 250, totalMs: 1_000 })).toBe(0.25);
  expect(relativeTime({ turnNumber: 9, totalMs: 1_000 })).toBe(0);
  expect(relativeTime({ turnNumber: 9, elapsedMs: 2_000, totalMs: 1_000 })).toBe(1);
});

it("BA-14: of turns and clock the further one counts", () => {
  expect(relativeTime({ turnNumber: 1, turnLimit: 200, elapsedMs: 500, totalMs: 1_000 })).toBe(0.5);
  expect(relativeTime({ turnNumber: 199, turnLimit: 200, elapsedMs: 500, totalMs: 1_000 })).toBe(100 / 101);
});

it("BA-14: without a limit it refuses with strategy_invalid", () => {
  expect(() => relativeTime({ turnNumber: 1 })).toThrow(
    expect.objectContaining({ code: "strategy_invalid" }),
  );
  expect(() => relativeTime({ turnNumber: 1, turnLimit: null, totalMs: null })).toThrow(/turnLimit/);
});
