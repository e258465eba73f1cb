import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sqlText, sqlTextOrNull, stringOfSql, stringOfSqlOrNull } from "../../../src/stores/sql/index.js";

describe("strings in text columns", () => {
  it("are themselves, almost always", () => {
    for (const value of ["", "neg_1", "'; DROP TABLE x; --", "👩‍🚀", "é", "\n", "a\u0001"]) {
      expect(sqlText(value)).toBe(value);
      expect(stringOfSql(value)).toBe(value);
    }
  });

  it("ST-19: come back, also with U+0000, half a surrogate pair, and what looks like the mark", () => {
    for (const value of ["\0", "a\0b", "\ud800", "\udc00x", "\u0001", '\u0001"a"', "\u0001\0"]) {
      expect(stringOfSql(sqlText(value))).toBe(value);
      expect(sqlText(value)).toMatch(/^\u0001"/);
    }
    // Strings of code units: halves of pairs come up all the time.
    const anything = fc
      .array(fc.nat({ max: 0xffff }))
      .map((units) => units.map((unit) => String.fromCharCode(unit)).join(""));
    fc.assert(
      fc.property(anything, (value) => {
        const text = sqlText(value);
        expect(stringOfSql(text)).toBe(value);
        expect(text.includes("\0")).toBe(false);
        expect(Buffer.from(text, "utf8").toString("utf8")).toBe(text);
      }),
    );
  });

  it("leave null alone", () => {
    expect([sqlTextOrNull(null), stringOfSqlOrNull(null)]).toEqual([null, null]);
    expect(stringOfSqlOrNull(sqlTextOrNull("\0"))).toBe("\0");
  });
});
