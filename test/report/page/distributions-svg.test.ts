import { expect, it } from "vitest";
import { distributionsSvg } from "../../../src/report/page/tournament-html.js";
import { ofClass, parsedXml } from "../builders.js";

it("BA-39: draws a bar for each class that is not empty, the fullest the highest", () => {
  const values = [0, 0, 0, 0.5, 1, 1];
  const svg = parsedXml(
    distributionsSvg({ title: "T", subtitle: "S" }, [{ name: "a", values, mean: 0.42, median: 0.25 }]),
  );
  const bars = ofClass(svg, "distribution")[0]!.children[1]!.attributes["d"]!;
  const heights = [...bars.matchAll(/v-([\d.]+)h/g)].map((match) => Number(match[1]));
  expect(heights).toEqual([34, 11.3, 22.7]);
  expect(svg.text).toContain("mean 0.42, median 0.25");
});

it("BA-40: counts what is undefined beside a dash, and draws it nowhere", () => {
  const svg = parsedXml(
    distributionsSvg({ title: "T", subtitle: "S" }, [
      { name: "a", values: [null, null], mean: null, median: null },
    ]),
  );
  expect(svg.text).toContain("mean –, median –, – 2");
  expect(ofClass(svg, "distribution")[0]!.children.length).toBe(2);
});

it("takes nothing at all, and values below 0", () => {
  expect(distributionsSvg({ title: "T", subtitle: "S" }, [])).not.toContain("NaN");
  expect(
    distributionsSvg({ title: "T", subtitle: "S" }, [{ name: "a", values: [-3], mean: -3, median: -3 }]),
  ).not.toContain("NaN");
});
