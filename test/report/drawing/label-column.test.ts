import fc from "fast-check";
import { expect, it } from "vitest";
import { labelMiddles } from "../../../src/report/plane/plane.js";

const bounds = { top: 0, bottom: 100 };

it("leaves a label where it would like to be", () => {
  expect(labelMiddles([{ middle: 30, height: 10 }], bounds)).toEqual([30]);
});

it("moves labels apart, and back from either end", () => {
  const labels = [30, 30, 2, 99].map((middle) => ({ middle, height: 10 }));
  expect(labelMiddles(labels, bounds)).toEqual([30, 40, 5, 95]);
});

it("lets none overlap, keeps their order, and stays within the bounds while there is room", () => {
  const label = fc.record({
    middle: fc.double({ min: -50, max: 150, noNaN: true }),
    height: fc.integer({ min: 1, max: 20 }),
  });
  fc.assert(
    fc.property(fc.array(label, { maxLength: 12 }), (labels) => {
      const middles = labelMiddles(labels, bounds);
      const order = labels.map((_, index) => index).sort((a, b) => middles[a]! - middles[b]!);
      const total = labels.reduce((sum, { height }) => sum + height, 0);
      for (const [place, index] of order.entries()) {
        const { height, middle } = labels[index]!;
        expect(middles[index]! - height / 2).toBeGreaterThanOrEqual(-1e-6);
        if (total <= 100) expect(middles[index]! + height / 2).toBeLessThanOrEqual(100 + 1e-6);
        const before = order[place - 1];
        if (before === undefined) continue;
        expect(middles[index]! - middles[before]!).toBeGreaterThanOrEqual(
          (height + labels[before]!.height) / 2 - 1e-6,
        );
        expect(middle).toBeGreaterThanOrEqual(labels[before]!.middle);
      }
    }),
    { seed: 9, numRuns: 300 },
  );
});
