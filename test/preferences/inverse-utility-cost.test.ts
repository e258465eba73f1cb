import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { generateScenario } from "../../src/preferences/generate-scenario.js";
import { type InverseUtility, inverseUtility } from "../../src/preferences/inverse-utility.js";
import { outcomeSpace } from "../../src/preferences/outcome-space.js";
import { utilityTable } from "../../src/preferences/utility-table.js";

function given(sizes: readonly number[]) {
  const scenario = generateScenario(11, sizes, 1);
  return { space: outcomeSpace(scenario.issues), preferences: scenario.parties[0]!.preferences };
}

function medianOf(values: number[]): number {
  return values.sort((one, other) => one - other)[values.length >> 1]!;
}

it("BA-7, D-11: a query at 100,000 outcomes costs at most 3x one at 1,000", () => {
  const small = given([10, 10, 10]);
  const large = given([10, 10, 10, 10, 10]);
  const inverses = [
    inverseUtility(small.space, small.preferences),
    inverseUtility(large.space, large.preferences),
  ] as const;
  let sink = 0;
  const block = (inverse: InverseUtility, start: number): number => {
    const begunAt = performance.now();
    for (let query = 0; query < 100; query += 1) {
      const x = ((start * 100 + query) * 0.6180339887) % 1;
      sink += inverse.lowestAtLeast(x) + inverse.highestAtMost(x) + inverse.nearest(x);
    }
    return performance.now() - begunAt;
  };
  const times: [number[], number[]] = [[], []];
  // 10^5 queries each, taken in turns, so that a busy machine hurts both alike.
  for (let turn = 0; turn < 1_100; turn += 1) {
    for (const which of [0, 1] as const) {
      const time = block(inverses[which], turn);
      if (turn >= 100) times[which].push(time);
    }
  }
  expect(sink).toBeGreaterThan(0);
  expect(medianOf(times[1]) / medianOf(times[0])).toBeLessThanOrEqual(3);
});

it("BA-7: the build costs at most 2x a bare sort of the same indices", () => {
  const { space, preferences } = given([10, 10, 10, 10]);
  const utilities = utilityTable(preferences, space);
  const bare = (): unknown => {
    const order = Array.from({ length: space.cardinality }, (_, index) => index);
    return order.sort((one, other) => utilities[one]! - utilities[other]! || one - other);
  };
  const timeOf = (act: () => unknown): number => {
    const begunAt = performance.now();
    act();
    return performance.now() - begunAt;
  };
  const times: [number[], number[]] = [[], []];
  for (let turn = 0; turn < 9; turn += 1) {
    times[0].push(timeOf(bare));
    times[1].push(timeOf(() => inverseUtility(space, preferences)));
  }
  expect(medianOf(times[1]) / medianOf(times[0])).toBeLessThanOrEqual(2);
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
