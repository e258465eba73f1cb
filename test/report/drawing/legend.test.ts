import { expect, it } from "vitest";
import { legend } from "../../../src/report/drawing/index.js";
import { nodesOf, parsedXml } from "../builders.js";

const place = { x: 0, y: 0, width: 600 };

function at(words: readonly string[]): readonly string[] {
  const { markup } = legend(
    words.map((one) => ({ words: one, sign: () => [] })),
    place,
  );
  const texts = nodesOf(parsedXml(markup.markup), ({ name }) => name === "text");
  return texts.map(({ attributes }) => `${attributes["x"]} ${attributes["y"]}`);
}

it("sets entries in three columns, row by row", () => {
  expect(at(["a", "b", "c", "d"])).toEqual(["32 14.5", "232 14.5", "432 14.5", "32 35.5"]);
});

it("gives a long entry the next column as well, so that it covers nothing", () => {
  expect(at(["a", "b".repeat(40), "c"])).toEqual(["32 14.5", "232 14.5", "32 35.5"]);
});

it("says how high it is, and nothing has no height", () => {
  expect(legend([], place).height).toBe(0);
  expect(legend([{ words: "a", sign: () => [] }], place).height).toBe(21);
});
