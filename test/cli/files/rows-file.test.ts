import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isCsvFile, RowsFile } from "../../../src/cli/files/index.js";
import { generateScenario } from "../../../src/preferences/scenarios/index.js";
import { csvHeader, rowCsvLine, rowJsonLine, runTournament } from "../../../src/tournament/index.js";
import { workplace } from "../concordat.js";

const { path, write } = workplace();
const read = (name: string): string => readFileSync(path(name), "utf8");

const { rows } = await runTournament({
  scenarios: [generateScenario(7, [3, 3], 2)],
  strategies: ["linear", "micro"],
  seed: 1,
  turnLimit: 10,
});
const all = rows.map(rowJsonLine).join("");

describe("a file of rows", () => {
  it("has each row at once, as a whole line", () => {
    const file = new RowsFile(path("new.ndjson"), false);
    rows.forEach((row, index) => {
      file.add(row);
      expect(read("new.ndjson")).toBe(
        rows
          .slice(0, index + 1)
          .map(rowJsonLine)
          .join(""),
      );
    });
    file.finish(rows, true);
    file.close();
    expect(read("new.ndjson")).toBe(all);
  });

  it("is CSV with a header where its name says so", () => {
    expect([isCsvFile("a.CSV"), isCsvFile("a.ndjson")]).toEqual([true, false]);
    const file = new RowsFile(path("new.csv"), false);
    file.finish(rows, true);
    expect(read("new.csv")).toBe(csvHeader + rows.map(rowCsvLine).join(""));
  });

  it("is not begun anew where it has rows", () => {
    write("old.ndjson", all);
    expect(() => new RowsFile(path("old.ndjson"), false)).toThrow("Add --resume to go on with it.");
    expect(read("old.ndjson")).toBe(all);
  });

  it("goes on behind its last whole line, whatever is behind that", () => {
    const lines = all.split("\n");
    writeFileSync(
      path("torn.ndjson"),
      Buffer.concat([Buffer.from(`${lines[0]}\n{"key":"`), Buffer.of(0xc3)]),
    );
    const file = new RowsFile(path("torn.ndjson"), true);
    expect(file.completed).toEqual([rows[0]]);
    expect(read("torn.ndjson")).toBe(`${lines[0]}\n`);
    file.finish([file.completed[0]!, ...rows.slice(1)], true);
    expect(read("torn.ndjson")).toBe(all);
  });

  it.each([
    ["CR LF at the ends of lines", (text: string) => text.replaceAll("\n", "\r\n")],
    ["a byte order mark", (text: string) => `\ufeff${text}`],
    ["both, and a torn line", (text: string) => `\ufeff${text.replaceAll("\n", "\r\n")}{"key":"é`],
  ])("goes on with a file in which an editor left %s, as if it had not", (_, edited) => {
    const before = rows.slice(0, 2);
    write("edited.ndjson", edited(before.map(rowJsonLine).join("")));
    const file = new RowsFile(path("edited.ndjson"), true);
    expect(file.completed).toEqual(before);
    expect([file.lineOfCompleted(0), file.lineOfCompleted(1)]).toEqual([1, 2]);
    expect(read("edited.ndjson")).toBe(before.map(rowJsonLine).join(""));
    file.finish([...file.completed, ...rows.slice(2)], true);
    expect(read("edited.ndjson")).toBe(all);
  });

  it("is put in order at the end, not before", () => {
    write("mixed.ndjson", `${rowJsonLine(rows[3]!)}\n${rowJsonLine(rows[1]!)}`);
    const first = new RowsFile(path("mixed.ndjson"), true);
    expect([first.lineOfCompleted(0), first.lineOfCompleted(1), first.lineOfCompleted(2)]).toEqual([
      1,
      3,
      undefined,
    ]);
    const [three, one] = first.completed;
    first.finish([one!, rows[2]!, three!], false);
    expect(read("mixed.ndjson")).toBe(
      `${rowJsonLine(rows[3]!)}\n${rowJsonLine(rows[1]!)}${rowJsonLine(rows[2]!)}`,
    );
    const second = new RowsFile(path("mixed.ndjson"), true);
    const kept = new Map(second.completed.map((row) => [JSON.stringify(row.key), row]));
    second.finish(
      rows.map((row) => kept.get(JSON.stringify(row.key)) ?? row),
      true,
    );
    expect(read("mixed.ndjson")).toBe(all);
  });

  it("names the line that is no row", () => {
    write("bad.ndjson", `${all.split("\n")[0]}\nno row\n`);
    expect(() => new RowsFile(path("bad.ndjson"), true)).toThrow("bad.ndjson:2:1: Expected a row as JSON");
  });

  it("is refused where no file can be made", () => {
    expect(() => new RowsFile(path("nowhere/a.ndjson"), false)).toThrow("Expected a folder to write to");
  });
});
