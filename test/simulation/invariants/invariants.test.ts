import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryHistory } from "../../../src/fuzz/arbitraries/index.js";
import { invariants, invariantsWith } from "../../../src/simulation/invariants/index.js";
import { findingsIn, writesOf } from "../observed-histories.js";

describe("the invariants", () => {
  it("are I1 to I15 but for I9, which whole runs show", () => {
    const all = Array.from({ length: 15 }, (_, index) => `I${index + 1}`);
    expect([...invariants.map(({ id }) => id), "I9"].sort()).toEqual(all.sort());
  });

  it("find nothing in 500 random histories", () => {
    const thorough = invariantsWith({ replayEvery: 1 });
    fc.assert(
      fc.property(arbitraryHistory({ maxCommands: 40 }), (history) => {
        const findings = findingsIn(writesOf(history), { invariants: thorough });
        expect(findings).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
