import { describe, expect, it } from "vitest";
import { parsedJson, placeAt, placeOfPath } from "../../../src/cli/files/json-text.js";
import { CommandError } from "../../../src/cli/text/index.js";

describe("parsedJson", () => {
  it.each([
    ["a comma too much", '{\n  "a": 1,\n}', "f:3:1: "],
    ["a comma missing", '{ "a": 1\n  "b": 2 }', "f:2:3: "],
    ["a comment", "// no\n1", "f:1:1: "],
    ["an end too early", '{ "a": [1, 2', "f:1:13: "],
    ["nothing", "", "f:1:1: "],
    ["a word", "yes", "f:1:1: "],
  ])("tells line and column of %s", (_, text, start) => {
    const refusal = thrownBy(() => parsedJson(text, "f"));
    expect(refusal).toBeInstanceOf(CommandError);
    expect(refusal.message.startsWith(`${start}Expected JSON, got other text (`), refusal.message).toBe(true);
    expect(refusal.message).not.toContain("\n");
  });

  it("gives the numbers of JSON.parse", () => {
    expect(parsedJson("[0.1, 1e-7, -0]", "f")).toEqual([0.1, 1e-7, -0]);
  });
});

describe("a key that an object has twice", () => {
  it.each([
    [
      "of signs that steer a terminal",
      '{ "\u009b\u202e": 1, "\u009b\u202e": 2 }',
      String.raw`f:1:12: Expected each key once, got "\u009b\u202e" twice.`,
    ],
    ["at the top", '{ "a": 1,\n  "a": 2 }', 'f:2:3: Expected each key once, got "a" twice.'],
    ["deeper", '[{ "b": [{ "a": 1 }, { "a": 1, "c": {}, "a": 1 }] }]', "f:1:41: "],
    ["behind an object", '{ "a": { "b": 1 }, "b": 2, "a": 3 }', "f:1:28: "],
    ["written in two ways", '{ "a": 1, "\\u0061": 2 }', "f:1:11: "],
    ["of an odd name", '{ "__proto__": 1, "__proto__": 2 }', "f:1:19: "],
  ])("is refused with the place of the second: %s", (_, text, start) => {
    const refusal = thrownBy(() => parsedJson(text, "f"));
    expect(refusal).toBeInstanceOf(CommandError);
    expect(refusal.message.startsWith(start), refusal.message).toBe(true);
  });

  it("is none where different objects have it", () => {
    const text = '{ "a": [{ "a": 1 }, { "a": 2 }], "b": { "a": 3 } }';
    expect(parsedJson(text, "f")).toEqual(JSON.parse(text));
  });
});

describe("placeOfPath", () => {
  const text = '{\n  "a": [\n    { "b": 1 }\n  ]\n}';

  it("finds a member by its key, an element by its value", () => {
    expect(placeOfPath(text, ["a", 0, "b"])).toEqual({ line: 3, column: 7 });
    expect(placeOfPath(text, ["a", 0])).toEqual({ line: 3, column: 5 });
    expect(placeOfPath(text, [])).toEqual({ line: 1, column: 1 });
  });

  it("finds what is around a member that is missing", () => {
    expect(placeOfPath(text, ["a", 0, "c", 1])).toEqual({ line: 3, column: 5 });
    expect(placeOfPath(text, ["z"])).toEqual({ line: 1, column: 1 });
  });
});

it("placeAt counts lines and columns from 1", () => {
  expect(placeAt("ab\ncd", 0)).toEqual({ line: 1, column: 1 });
  expect(placeAt("ab\ncd", 4)).toEqual({ line: 2, column: 2 });
});

function thrownBy(action: () => unknown): Error {
  try {
    action();
  } catch (error) {
    return error as Error;
  }
  throw new Error("Expected it to throw.");
}
