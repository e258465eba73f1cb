import { describe, expect, it } from "vitest";
import { STATUSES } from "../../src/core/record/index.js";
import { REASONS } from "../kit/records.js";
import { assertCommands } from "./core-commands.js";

/** Another one looks elsewhere; a failure prints seed, path and replayPath. */
const SEED = 50;

describe("SM-50: any commands on any rules", () => {
  it(`SM-50: I1, I2, I3, I5, I8, I10, I11 and EN-11 hold after each of up to 60 commands in 1,000 runs (seed ${SEED})`, () => {
    const { seen, ...counts } = assertCommands({ numRuns: 1_000, seed: SEED });
    console.log(`SM-50: ${JSON.stringify(counts)}`);
    expect(counts.runs).toBe(1_000);
    // The longest that may be drawn is 60; whether one is drawn is the seed's luck.
    expect(counts.longestRun).toBeGreaterThan(50);
    expect(counts.commits).toBeGreaterThan(5_000);
    // The runs are worth it: this much of what there is has occurred.
    const entries = ["turn", "failed", "parked", "claimed", "released", "consulted", "answered", "cancelled"];
    expect([...seen]).toEqual(
      expect.arrayContaining([
        ...STATUSES,
        ...REASONS.map((reason) => `because of ${reason}`),
        ...["move", "parked", "claimed", "fallback", "consult"].map((kind) => `awaiting ${kind}`),
        ...[...entries, "closed", "woken"].map((kind) => `entry ${kind}`),
      ]),
    );
    expect([...seen].filter((one) => one.startsWith("refused")).length).toBeGreaterThanOrEqual(18);
  });
});
