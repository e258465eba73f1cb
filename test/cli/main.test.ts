import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { manifest } from "../package/package-root.js";
import { command, workplace, workplaceInProcess } from "./concordat.js";

const { concordat } = workplace();
const here = workplaceInProcess();

describe("the built command", () => {
  it("prints its help, and that of each command, on standard output", async () => {
    const whole = await concordat("--help");
    expect(whole).toMatchObject({ code: 0, stderr: "" });
    for (const name of ["run", "analyse", "tournament", "convert", "verify", "verify-log"]) {
      const { code, stdout, stderr } = await here.concordat(name, "--help");
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toContain(`Usage: concordat ${name}`);
    }
  });

  it("prints its version", async () => {
    const { version } = manifest as unknown as { version: string };
    expect(await concordat("--version")).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  it.each([
    ["an unknown command", ["negotiate"], "unknown command 'negotiate'"],
    ["an unknown flag", ["analyse", "api-supply", "--jsno"], "unknown option '--jsno'"],
    ["a missing flag", ["tournament", "api-supply"], "required option '--strategies <names>'"],
    ["a missing argument", ["analyse"], "missing required argument 'scenario'"],
    [
      "a number that is none",
      ["run", "x", "-i", "micro", "-r", "micro", "--turns", "0"],
      "integer of at least 1",
    ],
    [
      "an unknown strategy",
      ["run", "x", "-i", "nobody", "-r", "micro"],
      "Expected one of boulware, conceder",
    ],
    ["a wrong ending", ["analyse", "x", "--plot", "a.png"], "Expected a file name that ends in .svg."],
    [
      "resuming nothing",
      ["tournament", "api-supply", "--strategies", "micro", "--resume"],
      "Expected --rows",
    ],
    [
      "resuming CSV",
      ["tournament", "api-supply", "--strategies", "micro", "--rows", "a.csv", "--resume"],
      "JSON lines (.ndjson)",
    ],
    [
      "too many responders",
      ["run", "api-supply", "-i", "micro", "-r", "micro,linear"],
      "one strategy, got 2",
    ],
    ["profiles that are not needed", ["analyse", "api-supply", "-p", "x"], "Expected no --profile"],
    ["an unknown ending of OUT", ["convert", "api-supply", "a.txt"], ".json or .xml, or --format"],
  ])("tells wrong usage in one line, with exit status 2: %s", async (_, args, words) => {
    const { code, stdout, stderr } = await here.concordat(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^concordat: [^\n]+\n$/);
    expect(stderr).toContain(words);
  });

  it("shows its help when it is given nothing to do, with exit status 2", async () => {
    const { code, stdout, stderr } = await concordat();
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("Usage: concordat");
  });

  it("is content with a reader that has seen enough", async () => {
    const child = spawn(process.execPath, [command, "analyse", "service-level", "--json"]);
    let complaints = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      complaints += text;
    });
    child.stdout.destroy();
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect({ code, complaints }).toEqual({ code: 0, complaints: "" });
  });

  it.runIf(existsSync("/dev/full"))("says so where its output finds no room", async () => {
    const full = openSync("/dev/full", "w");
    const child = spawn(process.execPath, [command, "analyse", "service-level"], {
      stdio: ["ignore", full, "pipe"],
    });
    let complaints = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      complaints += text;
    });
    const code = await new Promise((resolve) => child.on("close", resolve));
    closeSync(full);
    expect(code).toBe(1);
    expect(complaints).toMatch(/^concordat: [^\n]*ENOSPC[^\n]*\n$/);
  });
});
