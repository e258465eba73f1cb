import { expect, it } from "vitest";
import { sceneOf } from "../../src/report/scene.js";
import { textLegend, textSigns } from "../../src/report/text-legend.js";
import { fixture, played, triangleScene } from "./builders.js";

it("has the agreement's sign last, so that it stands above all others", () => {
  const signs = textSigns(triangleScene()).map(({ sign }) => sign);
  expect(signs.slice(0, 3)).toEqual(["1", "2", "1"]);
  expect(signs.at(-1)).toBe("@");
});

it("BA-40: explains every sign, with a dash for what is undefined, within the columns", () => {
  const { scenario, trace, analysis } = played(fixture("s09-no-zone"));
  const scene = sceneOf({ scenario, trace, analysis });
  const lines = textLegend(scene, [0, 1], 50);
  expect(lines.every((line) => line.length <= 50)).toBe(true);
  expect(lines.join(" ")).toContain("– undefined: Nash product, Kalai egalitarian");
  expect(lines.some((line) => line.endsWith(" –") || line.endsWith(" N"))).toBe(false);
  expect(textLegend(triangleScene(), [0, 1], 80).join(" ")).toContain("reservations 0.25 / –");
});

it("says which solution points the agreement covers", () => {
  expect(textLegend(triangleScene(), [0, 1], 200).join(" ")).toMatch(/@ agreement on N/);
});
