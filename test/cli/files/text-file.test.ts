import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, truncateSync } from "node:fs";
import { expect, it } from "vitest";
import {
  demandRegular,
  demandWritable,
  fileFailure,
  readText,
  writeText,
} from "../../../src/cli/files/index.js";
import { workplaceInProcess } from "../concordat.js";

const { write, path } = workplaceInProcess();

it("reads UTF-8, without a byte order mark unless it is asked for", () => {
  expect(readText(write("bom.txt", "\uFEFFtext"))).toBe("text");
  expect(readText(path("bom.txt"), 100, { ignoreBOM: true })).toBe("\uFEFFtext");
});

it("refuses what is no UTF-8, no file, or not there, with its name", () => {
  const latin = write("latin.xml", "");
  writeText(latin, "x");
  mkdirSync(path("folder"));
  expect(() => readText(path("folder"))).toThrow("folder: Expected a file, got a folder of that name.");
  expect(() => readText(path("none"))).toThrow("none: Expected a file, got none of that name.");
  expect(fileFailure("a", Object.assign(new Error("odd"), { code: "EODD" })).message).toBe("a: odd");
});

it("refuses bytes that are no UTF-8", async () => {
  const { writeFileSync } = await import("node:fs");
  writeFileSync(path("bytes"), Uint8Array.of(0x63, 0xe9, 0x21));
  expect(() => readText(path("bytes"))).toThrow("bytes: Expected text in UTF-8");
});

it("refuses devices, pipes and files beyond a limit by what they are, and reads none of them [BA-42]", () => {
  execFileSync("mkfifo", [path("pipe")]);
  for (const file of [path("pipe"), "/dev/null", "/dev/zero"]) {
    expect(() => demandRegular(file)).toThrow(`${file}: Expected a regular file, got a device or a pipe.`);
  }
  const large = write("large.json", "");
  truncateSync(large, 2 ** 40);
  expect(() => readText("/dev/null")).toThrow("Expected a regular file");
  expect(() => readText(large)).toThrow("large.json: Expected at most 536870888 bytes, got 1099511627776.");
  expect(readText(write("three.txt", "abc"), 3)).toBe("abc");
  expect(() => readText(path("three.txt"), 2)).toThrow("three.txt: Expected at most 2 bytes, got 3.");
});

it("replaces a file that is there", () => {
  const file = write("old.txt", "something longer");
  writeText(file, "new");
  expect(readFileSync(file, "utf8")).toBe("new");
  expect(() => writeText(path("nowhere/file"), "")).toThrow("nowhere/file: Expected a file");
});

it("says early that a file cannot be made", () => {
  expect(() => demandWritable(path("nowhere/file.svg"))).toThrow("Expected a folder to write to, got none");
  expect(() => demandWritable(path("folder"))).toThrow("got a folder of that name");
  demandWritable(path("fine.svg"));
});
