import { expect, it } from "vitest";
import { picture } from "../../src/report/picture.js";
import { parsedXml } from "./builders.js";

it("BA-40: is an SVG document with title and description before all else", () => {
  const svg = parsedXml(
    picture({ width: 10, height: 20, title: "a < b", subtitle: "c", description: "what is seen" }, []),
  );
  expect(svg.name).toBe("svg");
  expect(svg.attributes["viewBox"]).toBe("0 0 10 20");
  expect(svg.children.slice(0, 2).map(({ name, text }) => [name, text])).toEqual([
    ["title", "a < b"],
    ["desc", "what is seen"],
  ]);
  expect(svg.children[2]!.text).toBe("a < bc");
});
