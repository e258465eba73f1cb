import { expect, it } from "vitest";
import {
  childrenOf,
  elementsBelow,
  placesIn,
} from "../../../../src/preferences/formats/genius/xml-element.js";
import { rootOf } from "../../genius/files.js";

it("finds children, and elements at any depth in the order of the text", async () => {
  const { root } = await rootOf('<r><a n="1"><a n="2"/></a><b><a n="3"/></b></r>');
  expect(childrenOf(root, "a").map(({ rawAttributes }) => rawAttributes.get("n"))).toEqual(["1"]);
  expect(elementsBelow(root, "a").map(({ rawAttributes }) => rawAttributes.get("n"))).toEqual([
    "1",
    "2",
    "3",
  ]);
});

it.each([
  [0, 1, 1],
  [2, 1, 3],
  [3, 2, 1],
  [6, 3, 1],
  [8, 4, 1],
])("places offset %i in line %i, column %i, whatever the line ends", (offset, line, column) => {
  expect(placesIn("ab\ncd\re\n\r\nf")(offset)).toEqual({ line, column });
});
