import { expect, it } from "vitest";
import { ImportFaults, ImportReader } from "../../../src/preferences/formats/index.js";
import { listed } from "../genius/files.js";

it("gives what is right and notes what is not, each with its path", () => {
  const reader = new ImportReader(new ImportFaults());
  const fields = { a: 1 };
  expect(reader.object(fields, [])).toBe(fields);
  expect(reader.list([2], [])).toEqual([2]);
  expect(reader.name("x", [])).toBe("x");
  expect(reader.number("2.5", [])).toBe(2.5);
  expect(reader.faults.refusal("it")).toBeUndefined();
  expect([reader.object([], ["o"]), reader.object(null, ["p"]), reader.list({}, ["l"])]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([reader.name("", ["n"]), reader.name("x".repeat(201), ["m"]), reader.number("x", ["v"])]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  reader.refuseOthers({ a: 1, b: 2 }, ["a"], ["k"]);
  expect(listed(reader.faults.refusal("it"))).toEqual([
    "o: an object",
    "p: an object",
    "l: a list",
    "n: a text of 1 to 200 characters",
    "m: a text of 1 to 200 characters",
    "v: a finite number",
    "k/b: no keys but a",
  ]);
});

it("tells what is not supported apart", () => {
  const reader = new ImportReader(new ImportFaults());
  reader.unsupported(["a"], "b", "c");
  expect(reader.faults.refusal("it")?.code).toBe("scenario_unsupported");
});
