import { expect, it } from "vitest";
import { frequencyHardheaded } from "../../../src/strategies/models/index.js";
import { categoricalSpace } from "../solo-party.js";

const space = categoricalSpace(3, 3, 3);
const index = (digits: string): number => space.indexOfDigits([...digits].map(Number));

it("BA-28, D-9: follows the worked example to six decimals", () => {
  const model = frequencyHardheaded().start({ space });
  const weights = ["000", "010", "021", "021"].map((digits) => {
    model.observe(index(digits), 0.1);
    return model.weights().map((weight) => weight.toFixed(6));
  });
  expect(weights).toEqual([
    ["0.333333", "0.333333", "0.333333"],
    ["0.352941", "0.294118", "0.352941"],
    ["0.393382", "0.275735", "0.330882"],
    ["0.383374", "0.285335", "0.331291"],
  ]);
  const [first, second, third] = model.weights() as [number, number, number];
  const scores = [
    [1, 0.25, 0.25],
    [1 / 3, 2 / 3, 1],
    [2 / 3, 1, 1 / 3],
  ] as const;
  for (let outcome = 0; outcome < space.cardinality; outcome += 1) {
    const [a, b, c] = space.digitsAt(outcome) as [number, number, number];
    const expected = first * scores[0][a]! + second * scores[1][b]! + third * scores[2][c]!;
    expect(model.utility(outcome)).toBeCloseTo(expected, 12);
  }
});

it("BA-28: a fresh model, and one that remembers one offer, values all outcomes alike", () => {
  const model = frequencyHardheaded().start({ space });
  expect(model.utility(0)).toBe(1);
  model.observe(5, 0.1);
  expect(new Set(Array.from({ length: 27 }, (_, outcome) => model.utility(outcome))).size).toBe(1);
});

it("D-9: an issue at the cap gains nothing, while the divisor still counts it", () => {
  const model = frequencyHardheaded().start({ space: categoricalSpace(2, 2) });
  // n = 2: g = 0.1. The first issue never changes, the second always does: S = 1.1, cap = 1 - 0.2 / 1.1.
  let expected: [number, number] = [0.5, 0.5];
  let capped = 0;
  for (let turn = 0; turn < 40; turn += 1) {
    model.observe(turn % 2, 0);
    if (turn === 0) continue;
    const isCapped = !(expected[0] < 1 - 0.2 / 1.1);
    if (isCapped) capped += 1;
    expected = [(isCapped ? expected[0] : expected[0] + 0.1) / 1.1, expected[1] / 1.1];
    expect(model.weights()[0]).toBeCloseTo(expected[0], 12);
    expect(model.weights()[1]).toBeCloseTo(expected[1], 12);
  }
  expect(capped).toBeGreaterThan(0);
});

it("BA-29: hands out weights that nobody can change", () => {
  const model = frequencyHardheaded().start({ space });
  expect(Object.isFrozen(model.weights())).toBe(true);
  expect(Object.isFrozen(model)).toBe(true);
});
