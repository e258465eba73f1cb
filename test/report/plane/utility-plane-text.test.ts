import { describe, expect, it } from "vitest";
import { analysisOf } from "../../../src/analysis/index.js";
import { columnsOf } from "../../../src/report/drawing/index.js";
import { utilityPlaneText } from "../../../src/report/plane/index.js";
import { fixture, HOSTILE, played, scenarioOf, threeParties, triangle, triangleTrace } from "../builders.js";

describe("utilityPlaneText", () => {
  it("shows the plane of a small negotiation as it is", () => {
    const analysis = analysisOf(triangle);
    const text = utilityPlaneText({
      scenario: triangle,
      trace: triangleTrace,
      analysis,
      columns: 48,
      rows: 16,
    });
    expect(text).toMatchInlineSnapshot(`
      "Agreement on turn 4 at t = 0.4: Ada 0.75, Smith…
          1 │ 2        ┊
        0.8 │          ┊
        0.4 │          ┊                  @
        0.2 │          ┊
          0 │          ┊                           1
            └────────────────────────────────────────
              0     0.2     0.4    0.6     0.8     1
      u of Ada (0 to 1) to the right, u of Smith (0 t…
      below all: 3 outcomes   ┊ reservations 0.25 / –
      1 Ada: 2 offers   2 Smith: 1 offer   @ agreement
      below 1 @: Pareto frontier   below @: Nash
      product = Kalai egalitarian = Kalai–Smorodinsky
      = Minimum gain spread = Minimum utility
      difference = Maximum welfare = Maximum relative
      welfare"
    `);
  });

  it("takes at most 80 x 24 by default, and what is asked for otherwise", () => {
    for (const key of ["s01-5x5x5", "s09-no-zone", "s12-1000", "s14-5issues"]) {
      const input = played(fixture(key));
      for (const [columns, rows] of [
        [80, 24],
        [40, 12],
        [132, 43],
      ] as const) {
        const lines = utilityPlaneText(columns === 80 ? input : { ...input, columns, rows }).split("\n");
        expect(lines.length).toBeLessThanOrEqual(rows);
        expect(Math.max(...lines.map(columnsOf))).toBeLessThanOrEqual(columns);
      }
    }
  });

  it("leaves out the end of a legend for which there is no room, rather than the plot", () => {
    const tables = [[0, 1]];
    const names = Array.from({ length: 5 }, (_, index) => ({ name: `${index}${"w".repeat(30)}`, tables }));
    const scenario = scenarioOf([2], names);
    const text = utilityPlaneText({ scenario, analysis: analysisOf(scenario), columns: 40, rows: 12 });
    for (const plane of text.split("\n\n")) {
      expect(plane.split("\n").length).toBeLessThanOrEqual(12);
      expect(plane.split("\n").filter((line) => line.includes("│")).length).toBeGreaterThanOrEqual(5);
    }
  });

  it("BA-40: has the first utility to the right and the second upward", () => {
    const lines = utilityPlaneText({ scenario: triangle })
      .split("\n")
      .map((line) => line.split("│")[1] ?? "");
    const places = lines.flatMap((line, index) =>
      [...line.matchAll(/·/g)].map((match) => [match.index, index]),
    );
    const [high, middle, low] = places.sort((one, other) => one[1]! - other[1]!);
    expect(places.length).toBe(3);
    expect(high![0]).toBeLessThan(middle![0]!);
    expect(middle![0]).toBeLessThan(low![0]!);
    const heights = (middle![1]! - high![1]!) / (low![1]! - high![1]!);
    expect(heights).toBeCloseTo(0.5, 1);
    expect((middle![0]! - high![0]!) / (low![0]! - high![0]!)).toBeCloseTo(0.75, 1);
  });

  it("shows one plane for each pair of three parties", () => {
    const { scenario, trace, analysis } = threeParties();
    const planes = utilityPlaneText({ scenario, trace, analysis }).split("\n\n");
    expect(planes.length).toBe(3);
    expect(planes.every((plane) => plane.split("\n").length <= 24)).toBe(true);
  });

  it("BA-40: sends no control character to the terminal, whatever parties are called", () => {
    for (const name of HOSTILE) {
      const scenario = scenarioOf(
        [2],
        [
          { name, tables: [[0, 1]] },
          { name: `${name}2`, tables: [[1, 0]] },
        ],
      );
      const text = utilityPlaneText({ ...played(scenario), scenario: { ...scenario, name } });
      expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202A-\u202E]/u);
    }
  });

  it("refuses sizes that hold no plot", () => {
    expect(() => utilityPlaneText({ scenario: triangle, columns: 39 })).toThrow(RangeError);
    expect(() => utilityPlaneText({ scenario: triangle, rows: 11 })).toThrow(RangeError);
  });
});
