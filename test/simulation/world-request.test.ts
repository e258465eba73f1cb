import { expect, it } from "vitest";
import { indexesIn, rangesOf, replayCommand } from "./world-request.js";

it("writes ordinals as ranges, and reads them again", () => {
  for (const indexes of [[], [0], [3, 7, 8, 9], [1, 2, 4, 5]]) {
    expect(indexesIn(rangesOf(indexes))).toEqual(indexes);
  }
  expect(rangesOf([3, 7, 8, 9])).toBe("3,7-9");
  expect(() => indexesIn("3,x")).toThrow(TypeError);
});

it("says all of a world in one command", () => {
  const request = { seed: 418_223, mode: "safety", preset: "index" } as const;
  expect(replayCommand(request)).toBe("npm run simulate -- --seed 418223 --mode safety --preset index");
  expect(replayCommand({ ...request, mutant: "a", only: [], faultIndexes: [2, 3], until: 1_140 })).toBe(
    "npm run simulate -- --mutant a --seed 418223 --mode safety --preset index --only none --faults 2-3 --until 1140",
  );
  expect(replayCommand({ ...request, negotiations: 1, only: ["failAfter", "crashAfter"] })).toBe(
    "npm run simulate -- --seed 418223 --mode safety --preset index --negotiations 1 --only failAfter,crashAfter",
  );
});
