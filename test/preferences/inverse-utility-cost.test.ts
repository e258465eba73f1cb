import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { type InverseUtility, inverseUtility } from "../../src/preferences/inverse/index.js";
import { outcomeSpace } from "../../src/preferences/model/index.js";
import { generateScenario } from "../../src/preferences/scenarios/index.js";

function given(sizes: readonly number[]) {
  const scenario = generateScenario(11, sizes, 1);
  return { space: outcomeSpace(scenario.issues), preferences: scenario.parties[0]!.preferences };
}

it("BA-7, D-11: a query at 100,000 outcomes compares at most 3x as often as one at 1,000", () => {
  const comparisons = (sizes: readonly number[]): number => {
    const { space, preferences } = given(sizes);
    const inverse = inverseUtility(space, preferences);
    let count = 0;
    for (let query = 0; query < 100; query += 1) {
      const utility = (query * 0.6180339887) % 1;
      // Every comparison asks a number for itself.
      const asked = { valueOf: () => (count++, utility) } as unknown as number;
      inverse.lowestAtLeast(asked);
      inverse.highestAtMost(asked);
      inverse.nearest(asked);
    }
    return count;
  };
  const few = comparisons([10, 10, 10]);
  expect(few).toBeGreaterThan(3 * 100 * 8);
  expect(comparisons([10, 10, 10, 10, 10]) / few).toBeLessThanOrEqual(3);
});

it.each([
  ["all", undefined],
  ["a sample", 9_000],
])("takes at most 20 bytes an outcome and 1 KB, holding %s of 10,000", async (_, maxOutcomes) => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const used = async (): Promise<number> => {
    for (let pass = 0; pass < 4; pass += 1) {
      collect();
      // Buffers are given back by another thread.
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const { space, preferences } = given([10, 10, 10, 10]);
  const kept: InverseUtility[] = [inverseUtility(space, preferences, { maxOutcomes })];
  const before = await used();
  for (let count = 0; count < 50; count += 1) kept.push(inverseUtility(space, preferences, { maxOutcomes }));
  const each = ((await used()) - before) / 50;
  expect(kept).toHaveLength(51);
  expect(each).toBeLessThanOrEqual(kept[0]!.size * 20 + 1_024);
});
