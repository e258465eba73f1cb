import { expect, it } from "vitest";
import { utilityPlaneText } from "../../../src/report/plane/index.js";
import { textLegend, textSigns } from "../../../src/report/plane/text-legend.js";
import { sceneOf } from "../../../src/report/scene/index.js";
import { fixture, type Played, played, threeParties, triangleScene } from "../builders.js";

const ALL_SEEN = { isSeen: () => true, signAt: () => undefined };

it("has the agreement's sign last, so that it stands above all others", () => {
  const signs = textSigns(triangleScene()).map(({ sign }) => sign);
  expect(signs.slice(0, 3)).toEqual(["o", "1", "2"]);
  expect(signs.at(-1)).toBe("@");
});

it("BA-40: explains every sign, with a dash for what is undefined, within the columns", () => {
  const { scenario, trace, analysis } = played(fixture("s09-no-zone"));
  const scene = sceneOf({ scenario, trace, analysis });
  const lines = textLegend(scene, [0, 1], 50, ALL_SEEN);
  expect(lines.every((line) => line.length <= 50)).toBe(true);
  expect(lines.join(" ")).toContain("– undefined: Nash product, Kalai egalitarian");
  expect(lines.some((line) => line.endsWith(" –") || line.endsWith(" N"))).toBe(false);
  expect(textLegend(triangleScene(), [0, 1], 80, ALL_SEEN).join(" ")).toContain("reservations 0.25 / –");
});

it("says what lies below the signs that are drawn, and what has no place [BA-39]", () => {
  const below = { isSeen: (sign: string) => "1@".includes(sign), signAt: () => "@" };
  const [legend, nowhere] = [below, { ...below, signAt: () => undefined }].map((drawn) =>
    textLegend(triangleScene(), [0, 1], 400, drawn).join(" "),
  );
  expect(legend).toContain("below all: 3 outcomes   – reservations 0.25 / –   1 Ada: 2 offers   @ agreement");
  expect(legend).toContain("below @: Pareto frontier   below @: Smith: 1 offer   below @: Nash product =");
  expect(nowhere).toContain("– no place: Smith: 1 offer");
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
