import fc from "fast-check";
import { expect, it } from "vitest";
import type { CompleteUndiscounted } from "../../../src/preferences/model/index.js";
import { checkedPreferences, outcomeSpace, undiscounted } from "../../../src/preferences/model/index.js";
import { utilityTable } from "../../../src/preferences/utility/index.js";
import { utilityExtremes } from "../../../src/preferences/utility/utility-extremes.js";
import { anyPreferences } from "../arbitrary-preferences.js";

it("are the least and the greatest of the table to the last bit, for every kind", () => {
  fc.assert(
    fc.property(anyPreferences, ({ space, preferences }) => {
      const complete = checkedPreferences(undiscounted(preferences), space) as CompleteUndiscounted;
      const table = utilityTable(preferences, space);
      expect(utilityExtremes(complete, space)).toEqual([Math.min(...table), Math.max(...table)]);
    }),
    { seed: 7, numRuns: 200 },
  );
});

it("need no walk through a space too large for one", () => {
  const space = outcomeSpace(
    Array.from({ length: 12 }, (_, index) => ({
      name: `i${index}`,
      kind: "integer" as const,
      min: 0,
      max: 9,
    })),
  );
  const values = space.issues.map(() => ({ kind: "linear" as const, slope: 1 }));
  const weights = space.issues.map((_, index) => (index % 2 === 0 ? 1 : -1));
  const additive = checkedPreferences({ kind: "additive", weights, values }, space) as CompleteUndiscounted;
  expect(utilityExtremes(additive, space)).toEqual([-54, 54]);
  const mapping = {
    kind: "mapping",
    entries: [{ outcome: space.termsAt(1), utility: 3 }],
    otherwise: 1,
  } as const;
  expect(utilityExtremes(checkedPreferences(mapping, space) as CompleteUndiscounted, space)).toEqual([1, 3]);
});

it("leave out `otherwise` where a mapping names every outcome", () => {
  const space = outcomeSpace([{ name: "n", kind: "integer", min: 0, max: 1 }]);
  const entries = [0, 1].map((n) => ({ outcome: { n }, utility: n }));
  const complete = checkedPreferences(
    { kind: "mapping", entries, otherwise: 9 },
    space,
  ) as CompleteUndiscounted;
  expect(utilityExtremes(complete, space)).toEqual([0, 1]);
});
