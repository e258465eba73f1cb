import { expect, it } from "vitest";
import { utilityPlaneText } from "../../../src/report/plane/index.js";
import { fixture, type Played, played, threeParties } from "../builders.js";

it("BA-40: shows a dash for what is undefined, within the columns", () => {
  const lines = utilityPlaneText({ ...played(fixture("s09-no-zone")), columns: 50 }).split("\n");
  expect(lines.every((line) => line.length <= 50)).toBe(true);
  expect(lines.join(" ").replace(/ +/g, " ")).toContain("– undefined: Nash product, Kalai egalitarian");
});

const SIGN = /(?:^| {3}|(?<=┊) )([·o@–┊┈1-9A-Z])(?= )/g;

it.each<[string, Played]>([
  ...["s01-5x5x5", "s02-3x4x5x2-r", "s09-no-zone", "s12-1000", "s14-5issues"].map((key): [string, Played] => [
    key,
    played(fixture(key)),
  ]),
  ["three parties", threeParties()],
])("lists no sign that it does not draw, and names every rule: %s [BA-39]", (_, shown) => {
  for (const size of [{}, { columns: 40, rows: 30 }, { columns: 200, rows: 60 }]) {
    for (const plane of utilityPlaneText({ ...shown, ...size }).split("\n\n")) {
      const lines = plane.split("\n");
      const drawn = lines.filter((line) => line.includes("│")).join("");
      const legend = lines.slice(lines.findIndex((line) => line.startsWith("u of ")) + 1);
      const listed = legend.flatMap((line) => [...line.matchAll(SIGN)].map(([, sign]) => sign!));
      expect(listed.filter((sign) => sign !== "–" && !drawn.includes(sign))).toEqual([]);
      const words = legend.join(" ");
      for (const rule of ["Nash product", "Kalai–Smorodinsky", "Maximum welfare", "Pareto frontier"])
        if (shown.analysis.frontier.length > 0) expect(words).toContain(rule);
    }
  }
});
