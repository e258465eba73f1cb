import { expect, it } from "vitest";
import { counts } from "./counts.js";

it("SM-70: runs as much as the spec says", () => {
  expect(counts).toEqual({
    safetyWorlds: 5_000,
    livenessWorlds: 2_000,
    doubleRunSeeds: 20,
    mutantSeeds: 5_000,
    reductionSeconds: 20,
    nightlyMinutes: 60,
    nightlySeedsPerDay: 1_000_000,
  });
});
