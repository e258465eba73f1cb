import { expect, it } from "vitest";
import { picture } from "../../../src/report/drawing/index.js";
import { parsedXml } from "../builders.js";

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

it("leaves out its heading, and the room for it, where the page around it has one [BA-40]", () => {
  const heading = { title: "a", subtitle: "c", isShown: false };
  const svg = parsedXml(picture({ width: 100, height: 200, ...heading, description: "d" }, []));
  expect(svg.children.map(({ name }) => name)).toEqual(["title", "desc"]);
  expect(svg.attributes).toMatchObject({ width: "80", height: "162", viewBox: "20 38 80 162" });
});
