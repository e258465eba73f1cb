import { expect, it } from "vitest";
import { parsedJson, parseScenario } from "../../../src/preferences/scenarios/index.js";
import { faultPaths } from "../expect-faults.js";

it("refuses a text with the place what copies of data are refused for as well [BA-42]", () => {
  const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  const refused = (text: string) => faultPaths("scenario_invalid", () => parseScenario(text));
  expect(refused(nested(32))).toEqual([""]);
  expect(refused(nested(33))).toEqual([new Array(32).fill(0).join(".")]);
  expect(refused('[{"__proto__":1}]')).toEqual(["0.__proto__"]);
  expect(parsedJson("{")).toMatchObject({ ok: false, fault: { expected: "JSON" }, cause: expect.any(Error) });
});

it("counts the bytes of a text, and takes exactly so many [BA-42]", () => {
  const text = (bytes: number): string => `"${"é".repeat(bytes / 2 - 1)}"`;
  expect(parsedJson(text(67_108_864)).ok).toBe(true);
  expect(parsedJson(text(67_108_866))).toMatchObject({ ok: false, fault: { received: "more" } });
});
