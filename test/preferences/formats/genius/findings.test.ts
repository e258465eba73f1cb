import { expect, it } from "vitest";
import { listed, rootOf } from "../../genius/files.js";

it.each([
  ["1", 1],
  [" -2.50 ", -2.5],
  ["+.5e-3", 0.0005],
  ["4.", 4],
  ["1E3", 1000],
])("reads %j as a number", async (text, value) => {
  const { root, findings } = await rootOf(`<a v="${text}"/>`);
  expect(findings.number(root, "v")).toBe(value);
  expect(findings.refusal()).toBeUndefined();
});

it.each(["", " ", "NaN", "Infinity", "-Infinity", "1e400", "0x10", "1,5", "1d", "one", "null", "1 2"])(
  "BA-9: never takes %j for a number",
  async (text) => {
    const { root, findings } = await rootOf(`<a v="${text}"/>`);
    expect(findings.number(root, "v")).toBeUndefined();
    expect(listed(findings.refusal())).toEqual(["file/a/@v: a finite number"]);
  },
);

it("reads integers, and refuses what a double does not hold exactly", async () => {
  const { root, findings } = await rootOf('<a v="12" w="1.5" x="9007199254740993"/>');
  expect(["v", "w", "x"].map((name) => findings.integer(root, name))).toEqual([12, undefined, undefined]);
  expect(listed(findings.refusal())).toEqual(["file/a/@w: an integer", "file/a/@x: an integer"]);
});

it("tells a missing attribute and an unknown reference apart", async () => {
  const { root, findings } = await rootOf('<a v="&amp;" w="&what;"/>');
  expect(["v", "w", "x"].map((name) => findings.text(root, name))).toEqual(["&", undefined, undefined]);
  expect(listed(findings.refusal())).toEqual([
    "file/a/@w: every & written as &amp;, or a reference that XML defines",
    "file/a/@x: an attribute x",
  ]);
});

it("puts what is wrong before what is not supported", async () => {
  const { root, findings } = await rootOf("<a/>");
  findings.unsupported(root, "a sum", "another");
  expect(findings.refusal()?.code).toBe("scenario_unsupported");
  findings.invalid(root, "b", "c");
  expect(findings.refusal()?.code).toBe("scenario_invalid");
  expect(listed(findings.refusal())).toEqual(["file/a: b"]);
});
