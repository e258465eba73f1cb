import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { linesOf } from "../../../src/cli/files/index.js";
import { workplaceInProcess } from "../concordat.js";

const { write, path } = workplaceInProcess();

async function all(file: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of linesOf(file)) lines.push(line);
  return lines;
}

describe("the lines of a file", () => {
  it.each([
    ["", []],
    ["a", ["a"]],
    ["a\n", ["a"]],
    ["a\nb\n\nc", ["a", "b", "", "c"]],
    ["\n", [""]],
    ["a\r\n", ["a\r"]],
    ["\ufeffa\n", ["\ufeffa"]],
  ])("of %j are %j", async (text, lines) => {
    expect(await all(write("some.txt", text))).toEqual(lines);
  });

  it("are whole where a chunk ends within one, or within a character", async () => {
    const line = "漢".repeat(700_000);
    expect(await all(write("long.txt", `x${line}\n${line}\n`))).toEqual([`x${line}`, line]);
  });

  it("end with the first that is longer than any entry, of which only the beginning is read", async () => {
    const long = "x".repeat(20_000_000);
    const lines = await all(write("endless.txt", `a\n${long}\nb\n`));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toBe("a");
    expect(lines[1]!.length).toBeGreaterThan(8_388_608);
    expect(lines[1]!.length).toBeLessThan(long.length);
  });

  it("are refused where they are no UTF-8, and where there is no file", async () => {
    writeFileSync(path("bytes.txt"), new Uint8Array([0x61, 0x0a, 0xff]));
    await expect(all(path("bytes.txt"))).rejects.toThrow(
      /bytes\.txt: Expected text in UTF-8, got other bytes\./,
    );
    writeFileSync(path("cut.txt"), new Uint8Array([0x61, 0xe6, 0xbc]));
    await expect(all(path("cut.txt"))).rejects.toThrow("Expected text in UTF-8");
    await expect(all(path("none.txt"))).rejects.toThrow("none.txt: Expected a file, got none of that name.");
  });
});
