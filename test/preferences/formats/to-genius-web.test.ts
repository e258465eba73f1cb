import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NegotiationError } from "../../../src/errors.js";
import { fromGeniusWeb, toGeniusWeb } from "../../../src/preferences/formats/index.js";
import { outcomeSpace, reservationOf } from "../../../src/preferences/model/index.js";
import { generateScenario, type Scenario } from "../../../src/preferences/scenarios/index.js";
import { utilityTable } from "../../../src/preferences/utility/index.js";
import { listed } from "../genius/files.js";
import { tabularScenario } from "../tabular-scenarios.js";

function roundTrip(scenario: Scenario): Scenario {
  const { domain, profiles } = JSON.parse(JSON.stringify(toGeniusWeb(scenario)));
  return fromGeniusWeb(domain, profiles);
}

function faultsOf(scenario: Scenario): readonly string[] {
  try {
    toGeniusWeb(scenario);
  } catch (error) {
    if (NegotiationError.isInstance(error) && error.code === "scenario_unsupported") return listed(error);
    throw error;
  }
  return [];
}

describe("toGeniusWeb", () => {
  it("BA-12: read back, it has utilities equal to the last bit, and the same rational outcomes (property)", () => {
    fc.assert(
      fc.property(tabularScenario(false), (scenario) => {
        // A reservation that no outcome reaches has no bid that stands for it.
        if (faultsOf(scenario).length > 0) {
          expect(
            faultsOf(scenario).every((fault) => fault.endsWith("a reservation that some outcome reaches")),
          ).toBe(true);
          return;
        }
        const back = roundTrip(scenario);
        const space = outcomeSpace(scenario.issues);
        const backSpace = outcomeSpace(back.issues);
        expect(backSpace.issues.map(({ name }) => name)).toEqual(space.issues.map(({ name }) => name));
        expect(back.parties.map(({ name }) => name)).toEqual(scenario.parties.map(({ name }) => name));
        scenario.parties.forEach(({ preferences }, index) => {
          const table = utilityTable(preferences, space);
          const { preferences: read } = back.parties[index]!;
          expect(utilityTable(read, backSpace)).toEqual(table);
          const [least, readLeast] = [reservationOf(preferences) ?? -9, reservationOf(read) ?? -9];
          expect([...table].map((utility) => utility >= readLeast)).toEqual(
            [...table].map((utility) => utility >= least),
          );
        });
      }),
      { numRuns: 200 },
    );
  });

  it("D-14: no path, host name or source goes into an export", () => {
    const source = "/home/somebody/negotiations/laptop.json on build-host-17";
    const text = JSON.stringify(toGeniusWeb({ ...generateScenario(3, [3, 2], 2), source }));
    expect(text).not.toMatch(/home|somebody|build-host|\.json|file:|[A-Z]:\\/);
    expect(text).not.toContain(process.cwd());
  });

  it("writes no reservation as null, and 0 as the bid that settles nothing", () => {
    const scenario = generateScenario(3, [2], 1);
    const { preferences } = scenario.parties[0]!;
    const bidOf = (reservation: number | null): unknown => {
      const free: Scenario = {
        ...scenario,
        parties: [{ name: "p", preferences: { ...preferences, reservation } }],
      };
      return toGeniusWeb(free).profiles[0]!.LinearAdditiveUtilitySpace.reservationBid;
    };
    expect(bidOf(0)).toEqual({ issuevalues: {} });
    expect(bidOf(null)).toBeNull();
    expect(bidOf(0.001)).toEqual({ issuevalues: { i0: expect.stringMatching(/^v[01]$/) } });
  });

  it("BA-8: says what GeniusWeb cannot say", () => {
    const scenario = generateScenario(3, [2, 2], 1);
    const [party] = scenario.parties;
    const base = party!.preferences as never;
    const discounted = { kind: "discounted", base, factor: 0.5 } as const;
    expect(faultsOf({ ...scenario, parties: [{ name: "p", preferences: discounted }] })).toEqual([
      "parties/0/preferences/factor: no discount",
    ]);
    expect(
      faultsOf({
        ...scenario,
        parties: [{ name: "p", preferences: { ...party!.preferences, reservation: 2 } }],
      }),
    ).toEqual(["parties/0/preferences/reservation: a reservation that some outcome reaches"]);
    const named = scenario.issues.map((issue, index) => ({ ...issue, name: ["b", "1"][index]! }));
    expect(faultsOf({ ...scenario, issues: named })).toEqual([
      "issues/0/name: names whose order JSON objects keep",
    ]);
    const line = { kind: "linear", slope: 1 } as const;
    expect(
      faultsOf({
        ...scenario,
        issues: [{ name: "x", kind: "continuous", min: 0, max: 1 }],
        parties: [{ name: "p", preferences: { kind: "additive", weights: [1], values: [line] } }],
      }),
    ).toEqual(["issues/0: values that can be listed, or tables of every party"]);
  });
});
