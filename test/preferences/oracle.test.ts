import { describe, expect, it } from "vitest";
import { inverseUtility } from "../../src/preferences/inverse/index.js";
import { outcomeSpace, reservationOf } from "../../src/preferences/model/index.js";
import { utilityTable } from "../../src/preferences/utility/index.js";
import { bargainingCases } from "../kit/bargaining-oracles.js";

const folder = process.env["CONCORDAT_ORACLES"];
const cases = [...bargainingCases(), ...(folder === undefined ? [] : bargainingCases(folder))];

describe.each(cases)("the oracle of $key", ({ scenario, oracle }) => {
  const space = outcomeSpace(scenario.issues);
  const inverses = scenario.parties.map(({ preferences }) => inverseUtility(space, preferences));
  const tables = scenario.parties.map(({ preferences }) => utilityTable(preferences, space));

  it("BA-2, BA-5: agrees on the sizes, the reservations and the outcomes rational for all", () => {
    expect(space.cardinality).toBe(oracle.nOutcomes);
    expect(scenario.parties).toHaveLength(oracle.nParties);
    expect(scenario.parties.map(({ preferences }) => reservationOf(preferences))).toEqual(
      oracle.reservations,
    );
    let rationalCount = 0;
    for (let index = 0; index < space.cardinality; index += 1) {
      if (inverses.every((inverse) => inverse.isRational(index))) rationalCount += 1;
    }
    expect(rationalCount).toBe(oracle.nRational);
  });

  it("BA-4: agrees on every range to the last bit, and on the sum of utilities", () => {
    expect(inverses.map(({ minimum, maximum }) => [minimum, maximum])).toEqual(oracle.ranges);
    for (const [party, table] of tables.entries()) {
      const sum = table.reduce((total, utility) => total + utility, 0);
      const tolerance = 1e-6 * space.cardinality;
      expect(Math.abs(sum - oracle.utilityChecksum.sum[party]!)).toBeLessThan(tolerance);
    }
  });

  it("BA-4: agrees on the utility of every outcome that it names to the last bit", () => {
    const named = new Map<number, readonly number[]>();
    for (const { offers, offerUtilities } of oracle.traces) {
      for (const [turn, [, , digits]] of offers.entries()) {
        named.set(space.indexOfDigits(digits), offerUtilities[turn]!);
      }
    }
    expect(named.size > 0).toBe(oracle.traces.length > 0);
    for (const [index, utilities] of named) {
      expect(tables.map((table) => table[index])).toEqual(utilities);
      expect(inverses.map((inverse) => inverse.utility(index))).toEqual(utilities);
    }
  });
});

it("are fourteen of our own", () => {
  expect(bargainingCases()).toHaveLength(14);
});
