import { describe, expect, it } from "vitest";
import { csvHeader, rowCsvLine, rowJsonLine } from "../../src/tournament/index.js";
import { aRow } from "./a-row.js";

describe("rows as text", () => {
  it("BA-36: a JSON line is the row and nothing else", () => {
    const line = rowJsonLine(aRow());
    expect(line.endsWith("}\n")).toBe(true);
    expect(line.trimEnd()).not.toContain("\n");
    expect(JSON.parse(line)).toEqual(aRow());
  });

  it("a CSV line has a field for each column, empty where a figure is undefined", () => {
    const line = rowCsvLine(aRow());
    expect(line).toBe('s,a,b,0-1,0,1,accepted,accept,true,4,2,"{""price"":3}",0.5,0.25,0.4,,0.5,0.2,\r\n');
    const bare = rowCsvLine(aRow({ agreement: null }));
    expect(bare.split(",")).toHaveLength(csvHeader.split(",").length);
  });

  it("a name with commas, quotes and line ends stays one field, and none is a formula", () => {
    const key = { ...aRow().key, scenario: 'a,"b"\nc', strategies: ["=1+1", "@x"] as const };
    expect(rowCsvLine(aRow({ key }))).toMatch(/^"a,""b""\nc",'=1\+1,'@x,/);
  });
});
