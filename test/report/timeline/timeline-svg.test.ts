import { describe, expect, it } from "vitest";
import { timelineSvg } from "../../../src/report/timeline/index.js";
import {
  expectSelfContained,
  fixture,
  HOSTILE,
  nodesOf,
  ofClass,
  parsedXml,
  played,
  scenarioOf,
  threeParties,
  triangle,
  triangleTrace,
} from "../builders.js";

describe("timelineSvg", () => {
  it("BA-39: has a plot for each party, with the offers of all in each", () => {
    const { scenario, trace } = threeParties();
    const svg = parsedXml(timelineSvg({ scenario, trace }));
    const plots = ofClass(svg, "timeline");
    expect(plots.length).toBe(3);
    const offerCount = trace.filter(({ action }) => action !== "accept").length;
    for (const plot of plots) expect(nodesOf(plot, ({ name }) => name === "title").length).toBe(offerCount);
  });

  it("BA-41: shows a party nothing of the others' utilities: other preferences, same bytes", () => {
    const other = scenarioOf(
      [3],
      [
        { name: "Ada", tables: [[7, 0.5, 3]], reservation: 2 },
        { name: "Smith", tables: [[1, 0, 0.5]], reservation: null },
      ],
    );
    const trace = triangleTrace.map((one) => ({ ...one, utilities: [123, one.utilities![1]!] }));
    const svg = timelineSvg({ scenario: triangle, trace: triangleTrace, viewer: "Smith" });
    expect(timelineSvg({ scenario: other, trace, viewer: "Smith" })).toBe(svg);
    expect(timelineSvg({ scenario: triangle, trace: triangleTrace, viewer: "Ada" })).not.toBe(svg);
    expect(ofClass(parsedXml(svg), "timeline").length).toBe(1);
  });

  it("BA-40: is well-formed and refers to nothing with hostile names", () => {
    for (const name of HOSTILE) {
      const scenario = scenarioOf(
        [2],
        [
          { name, tables: [[0, 1]] },
          { name: `${name}2`, tables: [[1, 0]] },
        ],
      );
      const svg = timelineSvg({ scenario, trace: played(scenario).trace });
      parsedXml(svg);
      expectSelfContained(svg);
    }
  });

  it("BA-40: gives the same bytes again, and takes a trace of no turns", () => {
    const { scenario, trace } = played(fixture("s14-5issues"));
    expect(timelineSvg({ scenario, trace })).toBe(timelineSvg({ scenario, trace }));
    expect(timelineSvg({ scenario, trace: [] })).not.toContain("NaN");
    expect(timelineSvg({ scenario, trace: null })).toBe(timelineSvg({ scenario, trace: [] }));
  });
});
