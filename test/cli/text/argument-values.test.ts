import { expect, it } from "vitest";
import {
  fileNamed,
  gathered,
  integer,
  partyId,
  strategyList,
  strategyName,
  strategySet,
} from "../../../src/cli/text/index.js";
import { namedStrategies } from "../../../src/strategies/agents/index.js";

it("reads integers within their range, and nothing like them", () => {
  expect([integer(1)("1"), integer(0, 64)("64"), integer(Number.MIN_SAFE_INTEGER)("-7")]).toEqual([
    1, 64, -7,
  ]);
  for (const text of ["0", "1.5", "1e3", "", " 1", "x", "0x10", "9007199254740993"])
    expect(() => integer(1)(text), text).toThrow("Expected an integer of at least 1.");
  expect(() => integer(0, 64)("65")).toThrow("Expected an integer from 0 to 64.");
});

it("knows the strategies of the library", () => {
  expect(strategyName("micro")).toBe("micro");
  expect(() => strategyName("constructor")).toThrow("Expected one of boulware, ");
  expect(strategyList("micro, linear,micro")).toEqual(["micro", "linear", "micro"]);
  expect(strategySet("all")).toEqual(Object.keys(namedStrategies));
  expect(() => strategySet("micro,linear,micro")).toThrow("got micro twice");
  expect(() => strategySet("")).toThrow("Expected one of");
});

it("holds file names to their endings, in any case", () => {
  expect(fileNamed(".svg")("a.SVG")).toBe("a.SVG");
  expect(() => fileNamed(".html", ".htm")("a.png")).toThrow("ends in .html or .htm.");
});

it("reads ids of parties as doors take them", () => {
  expect([partyId("ada"), partyId("a".repeat(256)), partyId("Ada & Söhne")]).toHaveLength(3);
  for (const text of ["", "a\tb", "a".repeat(257)])
    expect(() => partyId(text)).toThrow("Expected 1 to 256 characters, none of them a control character.");
});

it("gathers the values of a flag", () => {
  expect(gathered("b", gathered("a"))).toEqual(["a", "b"]);
});
