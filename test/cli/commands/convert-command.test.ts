import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { outcomeSpace } from "../../../src/preferences/model/index.js";
import { parseScenario, type Scenario } from "../../../src/preferences/scenarios/index.js";
import { utilityTable } from "../../../src/preferences/utility/index.js";
import { bundledPath, workplaceInProcess } from "../concordat.js";

const { concordat, path, write, folder } = workplaceInProcess();
const read = (name: string): string => readFileSync(path(name), "utf8");

const original = parseScenario(readFileSync(bundledPath("api-supply"), "utf8"));

describe("concordat convert", () => {
  it("writes our own format as it was", async () => {
    const { code, stdout, stderr } = await concordat("convert", "api-supply", "own.json");
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "Written: own.json\n", stderr: "" });
    expect(parseScenario(read("own.json"))).toEqual(original);
  });

  it.each([
    ["GENIUS", "there.xml", [], "xml"],
    ["GeniusWeb", "web.json", ["--format", "genius-web"], "json"],
  ])("BA-12: to %s and back gives the same utilities, bit for bit", async (_, out, flags, ending) => {
    const there = await concordat("convert", "api-supply", out, ...flags);
    const stem = out.split(".")[0];
    const files = ["consumer", "provider"].map((name) => `${stem}-${name}.${ending}`);
    expect(there.stdout).toBe([out, ...files].map((file) => `Written: ${file}\n`).join(""));
    const back = await concordat(
      "convert",
      out,
      `${stem}-back.json`,
      ...files.flatMap((file) => ["-p", file]),
    );
    expect(back).toMatchObject({ code: 0, stderr: "" });
    const scenario = parseScenario(read(`${stem}-back.json`));
    expect(scenario.parties.map(({ name }) => name)).toEqual(["consumer", "provider"]);
    expect(tables(scenario)).toEqual(tables(original));
  });

  it("says which issues are plain text in the other format, and only then", async () => {
    const issue = (name: string, kind: string, values: readonly (string | number)[]) => ({
      name,
      kind,
      values,
    });
    const issues = [
      issue("price", "ordinal", [10, 20, 50]),
      issue("pace", "ordinal", ["slow", "fast"]),
      issue("colour", "categorical", ["red", "blue"]),
      { name: "days", kind: "integer", min: 1, max: 2 },
    ];
    const table = (values: readonly number[]) => ({ kind: "table", values });
    const values = [table([0, 0.5, 1]), table([0, 1]), table([0, 1]), { kind: "linear", slope: 1, from: 1 }];
    const parties = ["ada", "smith"].map((name) => ({
      name,
      preferences: { kind: "additive", weights: [0.5, 0.2, 0.2, 0.1], values },
    }));
    const mixed = { format: "concordat-scenario", version: 1, name: "mixed", issues, parties };
    write("mixed.json", JSON.stringify(mixed));
    const said = async (...args: readonly string[]) =>
      (await concordat("convert", "mixed.json", ...args)).stderr;
    const rest = "as plain text: the format knows no order and no numbers there. Utilities are the same.\n";
    expect(await said("m.xml")).toBe(`concordat: m.xml has the values of price, pace, days ${rest}`);
    expect(await said("m-web.json", "-f", "genius-web")).toBe(
      `concordat: m-web.json has the values of price, pace, days ${rest}`,
    );
    expect(await said("m.json")).toBe("");
  });

  it("BA-12: writes no path and no host name", async () => {
    write("sourced.json", JSON.stringify({ ...original, source: "somewhere" }));
    await concordat("convert", path("sourced.json"), path("clean.xml"));
    for (const name of ["clean.xml", "clean-consumer.xml"]) expect(read(name)).not.toContain(folder);
  });

  it("refuses what the other format cannot say, with its place, and writes nothing", async () => {
    const { code, stdout, stderr } = await concordat("convert", "feature-bundle", "f.xml");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^concordat: feature-bundle: Expected [^\n]+ at \/parties\/0[^\n]*\n$/);
    expect(existsSync(path("f.xml"))).toBe(false);
  });

  it("replaces no file without --force, and then writes none of the others either", async () => {
    write("kept-provider.xml", "mine");
    const { code, stderr } = await concordat("convert", "api-supply", "kept.xml");
    expect(code).toBe(1);
    expect(stderr).toBe(
      "concordat: kept-provider.xml: Expected a new file, got one that exists. Add --force to replace it.\n",
    );
    expect([read("kept-provider.xml"), existsSync(path("kept.xml"))]).toEqual(["mine", false]);
    expect((await concordat("convert", "api-supply", "kept.xml", "--force")).code).toBe(0);
    expect(read("kept-provider.xml")).toContain("<utility_space");
  });

  it("numbers the files of parties whose names are unfit for files, or alike", async () => {
    const parties = original.parties.map((party, index) => ({ ...party, name: ["../é", "É"][index]! }));
    write("odd.json", JSON.stringify({ ...original, parties }));
    const { stdout } = await concordat("convert", "odd.json", "odd.xml");
    expect(stdout).toBe("Written: odd.xml\nWritten: odd-party1.xml\nWritten: odd-party2.xml\n");
  });
});

function tables({ issues, parties }: Scenario): readonly Float64Array[] {
  const space = outcomeSpace(issues);
  return parties.map(({ preferences }) => utilityTable(preferences, space));
}
