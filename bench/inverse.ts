/**
 * @module
 * What an inverse utility costs: a query among 100,000 outcomes against one among 1,000, and the build against a bare
 * sort of the same indices.
 */

import { type InverseUtility, inverseUtility } from "../src/preferences/inverse/index.js";
import { outcomeSpace } from "../src/preferences/model/index.js";
import { generateScenario } from "../src/preferences/scenarios/index.js";
import { utilityTable } from "../src/preferences/utility/index.js";
import { type Contestant, costOf, inPairs, ratioOf, timed } from "./measure.js";
import { hand } from "./report.js";

const QUERIES = 20_000;
const BUILDS = 5;

const queries = await inPairs([asking("few", [10, 10, 10]), asking("many", [10, 10, 10, 10, 10])], {
  count: QUERIES,
});
const { space, preferences } = given([10, 10, 10, 10]);
const utilities = utilityTable(preferences, space);
const builds = await inPairs(
  [
    repeating("bare", () =>
      Array.from({ length: space.cardinality }, (_, index) => index).sort(
        (one, other) => (utilities[one] ?? 0) - (utilities[other] ?? 0) || one - other,
      ),
    ),
    repeating("build", () => inverseUtility(space, preferences)),
  ],
  { count: BUILDS },
);
hand({
  ratios: {
    query100000To1000: ratioOf(queries, "many", "few"),
    buildToBareSort: ratioOf(builds, "build", "bare"),
  },
  figures: { queryNs: costOf(queries, "many"), buildMs: costOf(builds, "build") / 1e6 },
  goals: { query100000To1000: "at most 3", buildToBareSort: "at most 2" },
});

function given(sizes: readonly number[]) {
  const scenario = generateScenario(11, sizes, 1);
  const [party] = scenario.parties;
  if (party === undefined) throw new Error("Expected a party.");
  return { space: outcomeSpace(scenario.issues), preferences: party.preferences };
}

/** One query is one of each kind, at a utility of its own. */
function asking(name: string, sizes: readonly number[]): Contestant {
  const { space, preferences } = given(sizes);
  const inverse: InverseUtility = inverseUtility(space, preferences);
  return {
    name,
    cost: timed((count) => {
      let sink = 0;
      for (let query = 0; query < count; query += 1) {
        const x = (query * 0.6180339887) % 1;
        sink += inverse.lowestAtLeast(x) + inverse.highestAtMost(x) + inverse.nearest(x);
      }
      return sink;
    }),
  };
}

function repeating(name: string, act: () => unknown): Contestant {
  return {
    name,
    cost: timed((count) => {
      let last: unknown;
      for (let time = 0; time < count; time += 1) last = act();
      return last;
    }),
  };
}
