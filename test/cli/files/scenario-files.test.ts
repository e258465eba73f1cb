import { mkdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readScenario } from "../../../src/cli/files/index.js";
import { toGeniusXml } from "../../../src/preferences/formats/genius/index.js";
import { toGeniusWeb } from "../../../src/preferences/formats/index.js";
import { outcomeSpace } from "../../../src/preferences/model/index.js";
import { parseScenario } from "../../../src/preferences/scenarios/index.js";
import { utilityTable } from "../../../src/preferences/utility/index.js";
import { bundledPath, workplaceInProcess } from "../concordat.js";

const { write, concordat, folder } = workplaceInProcess();

const text = readFileSync(bundledPath("api-supply"), "utf8");
const scenario = parseScenario(text);
const genius = toGeniusXml(scenario);
const web = toGeniusWeb(scenario);
const negmas = {
  domain: { name: "colours", issues: [{ name: "colour", values: ["red", "blue"] }] },
  party: {
    type: "LinearAdditiveUtilityFunction",
    weights: [1],
    values: [{ mapping: { red: 0.25, blue: 1 } }],
  },
};

describe("readScenario", () => {
  it("reads our own files, and those that come with the package by name", async () => {
    expect(await readScenario(write("own.json", `\uFEFF${text}`), [])).toEqual(scenario);
    expect(await readScenario("api-supply", [])).toEqual(scenario);
  });

  it("prefers a file to a scenario of the same name", async () => {
    write("game-trade", text);
    const { stdout } = await concordat("analyse", "game-trade");
    expect(stdout).toContain("API supply contract");
  });

  it("reads GENIUS, and names the parties after their files", async () => {
    const domain = write("market.xml", genius.domain);
    const files = genius.profiles.map(({ name, xml }) => write(`market-${name}.xml`, xml));
    const read = await readScenario(domain, files);
    expect(read.parties.map(({ name }) => name)).toEqual(["consumer", "provider"]);
    expect(tables(read)).toEqual(tables(scenario));
  });

  it("numbers the parties of GENIUS whose files are called the same", async () => {
    const domain = write("domain.xml", genius.domain);
    const files = genius.profiles.map(({ xml }, index) => {
      mkdirSync(`${folder}/${index}`);
      return write(`${index}/profile.xml`, xml);
    });
    expect((await readScenario(domain, files)).parties.map(({ name }) => name)).toEqual(["party1", "party2"]);
  });

  it("reads GeniusWeb and NegMAS", async () => {
    const domain = write("web.json", JSON.stringify(web.domain));
    const files = web.profiles.map((profile, index) => write(`web-${index}.json`, JSON.stringify(profile)));
    expect(tables(await readScenario(domain, files))).toEqual(tables(scenario));
    const party = write("party.json", JSON.stringify(negmas.party));
    const read = await readScenario(write("negmas.json", JSON.stringify(negmas.domain)), [party, party]);
    expect(tables(read)).toEqual([Float64Array.of(0.25, 1), Float64Array.of(0.25, 1)]);
  });
});

describe("wrong files (issue 4: one clear line with the file and the place in it)", () => {
  it.each([
    [
      "broken JSON",
      "broken.json",
      '{\n  "format": ,\n}',
      ":2:13: Expected JSON, got other text (value expected).",
    ],
    [
      "an end too early",
      "torn.json",
      text.slice(0, -10),
      /^:\d+:\d+: Expected JSON, got other text \(unexpected end of string\)/,
    ],
    [
      "a wrong value",
      "value.json",
      text.replace("0.88", '"x"'),
      ":41:27: Expected a finite number, got a string at /parties/0/preferences/values/0/values/1.",
    ],
    [
      "a missing key",
      "key.json",
      text.replace('"weights"', '"wights"'),
      /^:\d+:\d+: Expected .* at \/parties\/0\/preferences.* more faults? at .*key\.json:\d+:\d+/,
    ],
    [
      "an unknown version",
      "version.json",
      text.replace('"version": 1', '"version": 2'),
      ":3:3: Expected 1, got a number out of range at /version.",
    ],
    ["other JSON", "other.json", "[1, 2]", ": Expected a scenario: "],
    ["YAML", "domain.yml", "issues: []", ": Expected JSON or XML, got YAML."],
    ["an empty file", "empty.json", "", ":1:1: Expected JSON"],
  ])("%s", async (_, name, content, words) => {
    write(name, content);
    const { code, stdout, stderr } = await concordat("analyse", name);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^concordat: [^\n]+\n$/);
    expect(stderr.startsWith(`concordat: ${name}`)).toBe(true);
    const rest = stderr.slice(`concordat: ${name}`.length).trim();
    if (typeof words === "string") expect(rest.startsWith(words), rest).toBe(true);
    else expect(rest).toMatch(words);
  });

  it("names the profile that is wrong, with line and column, and the others where there are faults", async () => {
    write("g.xml", genius.domain);
    write("g-good.xml", genius.profiles[0]!.xml);
    write("g-bad.xml", genius.profiles[1]!.xml.replaceAll(/evaluation="1"/g, 'evaluation="one"'));
    const { code, stderr } = await concordat("analyse", "g.xml", "-p", "g-good.xml", "-p", "g-bad.xml");
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^concordat: g-bad\.xml:\d+:\d+: Expected a finite number, got other text at \/utility_space/,
    );
    expect(stderr).toMatch(/ more faults at g-bad\.xml:\d+:\d+, /);
    const [, line] = /^concordat: g-bad\.xml:(\d+):/.exec(stderr)!;
    expect(
      genius.profiles[1]!.xml.replaceAll(/evaluation="1"/g, 'evaluation="one"').split("\n")[Number(line) - 1],
    ).toContain('"one"');
  });

  it("names the JSON profile that is wrong, with line and column", async () => {
    write("w.json", JSON.stringify(web.domain, null, 1));
    write("w0.json", JSON.stringify(web.profiles[0], null, 1));
    write(
      "w1.json",
      JSON.stringify(web.profiles[1], null, 1).replace('"issueWeights": {', '"issueWeights": 7, "x": {'),
    );
    const { stderr } = await concordat("analyse", "w.json", "-p", "w0.json", "-p", "w1.json");
    expect(stderr).toMatch(/^concordat: w1\.json:\d+:\d+: Expected [^\n]+\n$/);
  });

  it("says what is not there, and what could have been meant", async () => {
    const { code, stderr } = await concordat("analyse", "api-suply");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^concordat: api-suply: Expected a file, got none of that name\. .*api-supply, /);
    expect((await concordat("analyse", folder)).stderr).toContain("got a folder of that name");
  });

  it("asks for the profiles that a domain needs, as wrong usage", async () => {
    write("d.xml", genius.domain);
    const { code, stderr } = await concordat("analyse", "d.xml");
    expect(code).toBe(2);
    expect(stderr).toMatch(/^concordat: d\.xml: Expected the files of the parties with a domain of GENIUS/);
  });

  it("refuses a DOCTYPE with its place", async () => {
    write("doctype.xml", `<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY b "c">]>\n${genius.domain}`);
    const { stderr } = await concordat("analyse", "doctype.xml", "-p", "doctype.xml");
    expect(stderr).toMatch(/^concordat: doctype\.xml:2:1: Expected XML without a DOCTYPE, got one/);
  });
});

function tables({ issues, parties }: typeof scenario): readonly Float64Array[] {
  const space = outcomeSpace(issues);
  return parties.map(({ preferences }) => utilityTable(preferences, space));
}
