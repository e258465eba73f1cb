import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analysisOf } from "../../../src/analysis/index.js";
import { inverseUtility } from "../../../src/preferences/inverse/index.js";
import {
  type AdditivePreferences,
  outcomeSpace,
  type Preferences,
} from "../../../src/preferences/model/index.js";
import { generateScenario, type Scenario } from "../../../src/preferences/scenarios/index.js";
import { normalise, utilityTable } from "../../../src/preferences/utility/index.js";

/** Tie-rich, with negative weights. */
const additive = (sizes: readonly number[]): fc.Arbitrary<AdditivePreferences> =>
  fc.record({
    kind: fc.constant("additive" as const),
    weights: fc.tuple(...sizes.map(() => fc.constantFrom(-1, 0, 0.1, 0.3, 1))),
    values: fc.tuple(
      ...sizes.map((size) =>
        fc.oneof(
          fc
            .array(fc.constantFrom(0, 0.1, 0.7, 1), { minLength: size, maxLength: size })
            .map((values) => ({ kind: "table" as const, values })),
          fc.constant({ kind: "linear" as const, slope: 0.2, clamp: [0.1, 0.5] as const }),
          fc.constant({ kind: "triangular" as const, low: 1, top: 2, high: 4 }),
        ),
      ),
    ),
    reservation: fc.constantFrom(null, 0.5, 1.2),
  });

const spaceOf = (sizes: readonly number[]) =>
  outcomeSpace(sizes.map((size, index) => ({ name: `i${index}`, kind: "integer", min: 1, max: size })));

const SIZES = [4, 3, 5, 2, 4];

describe("the ends of a sampled space", () => {
  it("are exact for additive preferences, discounted and mapped or not: first offers, best and worst (property) [BA-43]", () => {
    const space = spaceOf(SIZES);
    fc.assert(
      fc.property(
        additive(SIZES),
        fc.integer({ min: 1, max: 100 }),
        fc.nat(2),
        (plain, maxOutcomes, form) => {
          let preferences: Preferences = plain;
          const table = utilityTable(plain, space).sort();
          if (form > 0 && table[0] !== table.at(-1)) {
            preferences = normalise(plain, space, { to: [0, 3], reservation: "keep" });
          }
          if (form === 2 && preferences.kind !== "discounted") {
            preferences = { kind: "discounted", base: preferences, factor: 0.5 };
          }
          const exact = utilityTable(preferences, space).sort();
          const inverse = inverseUtility(space, preferences, { maxOutcomes, seed: 1 });
          const first = Math.ceil(maxOutcomes / 10);
          const offers = Array.from({ length: first }, (_, place) =>
            inverse.utility(inverse.at(inverse.size - 1 - place)),
          );
          expect(offers).toEqual([...exact.slice(-first).toReversed()]);
          expect([inverse.minimum, inverse.utility(inverse.worst())]).toEqual([exact[0], exact[0]]);
          expect([inverse.maximum, inverse.utility(inverse.best())]).toEqual([exact.at(-1), exact.at(-1)]);
          expect(inverse.rationalCount > 0).toBe(
            exact.at(-1)! >= (inverse.reservation ?? Number.NEGATIVE_INFINITY),
          );
          expect([inverse.sampled, inverse.size <= maxOutcomes + first + 1]).toEqual([true, true]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("stand beside the sample, which is the same as ever [BA-43]", () => {
    const { issues, parties } = generateScenario(5, [10, 10, 10, 10], 1);
    const space = outcomeSpace(issues);
    const inverse = inverseUtility(space, parties[0]!.preferences, { maxOutcomes: 500, seed: 3 });
    const held = new Set(Array.from({ length: inverse.size }, (_, rank) => inverse.at(rank)));
    expect(held.size).toBe(inverse.size);
    for (const outcome of space.sample(500, 3)) expect(held).toContain(outcome);
  });

  it("are found in ranges too long to walk, at their ends and bends [BA-43]", () => {
    const space = spaceOf([10_000_000, 1_000_000]);
    const inverse = inverseUtility(
      space,
      {
        kind: "additive",
        weights: [1, -1],
        values: [
          { kind: "triangular", low: 100, top: 7_654_321, high: 9_000_000 },
          { kind: "linear", slope: 1, from: 500_000, clamp: [-20, 20] },
        ],
      },
      { maxOutcomes: 100 },
    );
    expect([inverse.maximum, inverse.minimum]).toEqual([21, -20]);
    expect(space.termsAt(inverse.best())["i0"]).toBe(7_654_321);
  });

  it("are in the analysis of a scenario for every party, which still says that it is of a sample [BA-43]", () => {
    const scenario = generateScenario(3, [10, 10, 10, 10], 2);
    const [whole, sampled] = [analysisOf(scenario), analysisOf(scenario, { maxOutcomes: 200 })];
    expect(sampled.sampled).toBe(true);
    expect(sampled.parties.map(({ minimum, maximum }) => [minimum, maximum])).toEqual(
      whole.parties.map(({ minimum, maximum }) => [minimum, maximum]),
    );
  });

  it("are climbed to where no formula gives them: hyper-rectangles; and read from the entries of a mapping [BA-43]", () => {
    const space = spaceOf([30, 30, 30, 30]);
    const rectangles = Array.from({ length: 30 }, (_, index) => ({
      utility: 1,
      within: Object.fromEntries(
        space.issues.map(({ name }) => [name, { min: 1, max: 30 - index }]).slice(0, 1 + (index % 4)),
      ),
    }));
    const boxes: Preferences = { kind: "rectangles", rectangles };
    const climbed = inverseUtility(space, boxes, { maxOutcomes: 300, seed: 2 });
    const best = Math.max(...utilityTable(boxes, space, space.sample(300, 2)));
    expect(best).toBeLessThan(30);
    expect(climbed.maximum).toBe(30);
    const entries = [
      { outcome: space.termsAt(123_456), utility: 5 },
      { outcome: space.termsAt(654_321), utility: -5 },
    ];
    const mapping = inverseUtility(space, { kind: "mapping", entries, otherwise: 0 }, { maxOutcomes: 100 });
    expect([mapping.best(), mapping.worst()]).toEqual([123_456, 654_321]);
  });

  it("are the same from inverses, and inverses of other samples are refused [BA-43]", () => {
    const scenario: Scenario = generateScenario(3, [10, 10, 10], 2);
    const space = outcomeSpace(scenario.issues);
    const inverses = (seeds: readonly number[]) =>
      scenario.parties.map(({ preferences }, party) =>
        inverseUtility(space, preferences, { maxOutcomes: 100, seed: seeds[party] }),
      );
    const options = { maxOutcomes: 100, seed: 4 };
    expect(analysisOf(scenario, { inverses: inverses([4, 4]) })).toEqual(analysisOf(scenario, options));
    expect(() => analysisOf(scenario, { inverses: inverses([4, 5]) })).toThrow("same outcomes");
  });
});
