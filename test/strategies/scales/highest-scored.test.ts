import fc from "fast-check";
import { expect, it } from "vitest";
import { highestScored } from "../../../src/strategies/scales/index.js";
import { inverseOf } from "../solo-party.js";

it("BA-22: takes the highest score, then the higher own utility, then the lower index", () => {
  const few = fc.integer({ min: 0, max: 3 });
  const rows = fc.array(fc.tuple(few, few), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(rows, fc.nat(), fc.nat(), (list, one, other) => {
      const inverse = inverseOf(list.map(([own]) => own));
      const from = one % list.length;
      const to = from + 1 + (other % (list.length - from));
      const ranks = Array.from({ length: to - from }, (_, offset) => inverse.at(from + offset));
      const [expected] = ranks.sort(
        (left, right) => list[right]![1] - list[left]![1] || list[right]![0] - list[left]![0] || left - right,
      );
      expect(highestScored(inverse, (index) => list[index]![1], from, to)).toBe(expected);
    }),
  );
});
