import { execFileSync, spawn } from "node:child_process";
import { closeSync, openSync, readSync, symlinkSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { bundledPath, command, workplaceInProcess } from "./concordat.js";

const { concordat, path, start, write } = workplaceInProcess();

// It has an end, other than /dev/zero, so that a command which reads it all the same fails here and does not hang.
const DEVICE = "/dev/null";

symlinkSync(DEVICE, path("saved.json"));
write("domain.xml", "<negotiation_template/>");

describe("a device or a pipe in the place of a file", () => {
  it.each([
    ["run /dev/null"],
    ["analyse /dev/null"],
    ["analyse domain.xml --profile /dev/null"],
    ["convert /dev/null out.json"],
    ["tournament /dev/null --strategies linear"],
    ["tournament api-supply /dev/null --strategies linear"],
    ["verify /dev/null"],
    ["verify-receipt /dev/null --key a"],
    ["verify-log log.ndjson --checkpoint /dev/null"],
    ["export-log /dev/null -"],
    ["inspect /dev/null"],
    ["inspect saved.json"],
  ])("is refused in one line, unread: %s [BA-42, SY-15]", async (line) => {
    const file = line.includes(DEVICE) ? DEVICE : "saved.json";
    expect(await concordat(...line.split(" "))).toEqual({
      ...{ code: 1, stdout: "" },
      stderr: `concordat: ${file}: Expected a regular file, got a device or a pipe.\n`,
    });
  });

  it("takes the rows of a tournament, and is not read before [BA-42]", async () => {
    const pipe = path("rows.ndjson");
    execFileSync("mkfifo", [pipe]);
    // Both ends, so that whoever opens one of them waits for nobody, and whoever reads waits for what is written.
    const held = openSync(pipe, "r+");
    const flags = ["--strategies", "linear,micro", "--turns", "4", "--rows", pipe, "--quiet"];
    const child = start("tournament", "api-supply", ...flags);
    // One that reads hears no other signal.
    onTestFinished(() => void child.kill("SIGKILL"));
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
    const bytes = Buffer.alloc(65_536);
    const text = bytes.toString("utf8", 0, readSync(held, bytes));
    closeSync(held);
    for (const line of text.trimEnd().split("\n")) expect(JSON.parse(line)).toHaveProperty("key");
  });
});

it("reads standard input by its name where a file is there [BA-42]", async () => {
  const input = openSync(bundledPath("api-supply"), "r");
  const child = spawn(process.execPath, [command, "analyse", "/dev/stdin"], {
    stdio: [input, "pipe", "inherit"],
  });
  let said = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
  closeSync(input);
  expect(said).toContain("API supply contract");
});
