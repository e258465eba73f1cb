import { describe, expect, it } from "vitest";
import { type FieldCheck, fieldCheck } from "../../../src/preferences/model/field-check.js";
import { FaultList } from "../../../src/preferences/model/index.js";

function checkOf(value: unknown): { readonly check: FieldCheck; readonly faults: FaultList } {
  const faults = new FaultList();
  return { check: fieldCheck(value, ["root"], faults) as FieldCheck, faults };
}

describe("fieldCheck", () => {
  it("reads what is right, with fallbacks and -0 as 0, and copies lists", () => {
    const list = [1, -0];
    const { check, faults } = checkOf({ n: -0, list, flag: false, word: "b", inner: [{ x: 1 }] });
    expect(Object.is(check.number("n"), 0)).toBe(true);
    expect(check.number("missing", 3)).toBe(3);
    const copy = check.numbers("list", 2);
    expect(copy.every((value) => !Object.is(value, -0))).toBe(true);
    expect(Object.isFrozen(copy) && !Object.isFrozen(list)).toBe(true);
    expect([check.flag("flag", true), check.flag("missing", true)]).toEqual([false, true]);
    expect([check.oneOf("word", ["a", "b"]), check.oneOf("missing", ["a"], "a")]).toEqual(["b", "a"]);
    expect(check.inside("inner", 0)?.fields).toEqual({ x: 1 });
    expect(faults.kept).toEqual([]);
  });

  it("notes what is wrong with its path and sort, and no value (SY-17)", () => {
    const { check, faults } = checkOf({
      n: Number.NaN,
      list: [1, "secret"],
      flag: 0.375,
      word: "c",
      extra: 1,
    });
    check.number("n");
    check.number("missing");
    check.numbers("list", 2);
    check.numbers("list", 3);
    check.flag("flag", true);
    check.oneOf("word", ["a", "b"]);
    check.list("n");
    check.inside("n");
    check.onlyKeys("n", "list", "flag", "word");
    check.fault(undefined, "more");
    expect(faults.kept.map(({ path }) => path.join("."))).toEqual([
      "root.n",
      "root.missing",
      "root.list.1",
      "root.list",
      "root.flag",
      "root.word",
      "root.n",
      "root.n",
      "root.extra",
      "root",
    ]);
    expect(JSON.stringify(faults.kept)).not.toMatch(/secret|0\.375/);
  });

  it("takes plain objects only", () => {
    for (const wrong of [null, undefined, 7, "x", [], new Date(0)]) {
      const faults = new FaultList();
      expect(fieldCheck(wrong, [], faults)).toBeUndefined();
      expect(faults).toHaveLength(1);
    }
  });
});
