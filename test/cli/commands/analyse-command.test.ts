import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { analysisOf } from "../../../src/analysis/index.js";
import { bundledScenarios } from "../../../src/cli/files/index.js";
import { parseScenario } from "../../../src/preferences/scenarios/index.js";
import { utilityPlaneSvg } from "../../../src/report/plane/index.js";
import { bundledPath, workplaceInProcess } from "../concordat.js";

const { concordat, path } = workplaceInProcess();

describe("concordat analyse", () => {
  it.each(bundledScenarios())(
    "prints the library's own analysis of %s as one JSON document",
    async (name) => {
      const { code, stdout, stderr } = await concordat("analyse", name, "--json");
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      const analysis = analysisOf(parseScenario(readFileSync(bundledPath(name), "utf8")));
      const expected = { command: "analyse", version: 1, seed: 0, analysis };
      expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(expected)));
      expect(Object.keys(JSON.parse(stdout))).toEqual(Object.keys(expected));
    },
  );

  it("hands its flags on, and draws the picture", async () => {
    const scenario = parseScenario(readFileSync(bundledPath("service-level"), "utf8"));
    const flags = [
      "--over",
      "all",
      "--disagreement",
      "reservation-or-minimum",
      "--max-outcomes",
      "200",
      "--seed",
      "5",
    ];
    const { stdout } = await concordat("analyse", "service-level", ...flags, "--plot", "a.svg", "--json");
    const options = {
      over: "all",
      disagreement: "reservation-or-minimum",
      maxOutcomes: 200,
      seed: 5,
    } as const;
    const analysis = analysisOf(scenario, options);
    expect(JSON.parse(stdout).analysis).toEqual(JSON.parse(JSON.stringify(analysis)));
    expect(analysis.sampled).toBe(true);
    expect(readFileSync(path("a.svg"), "utf8")).toBe(utilityPlaneSvg({ scenario, analysis, seed: 5 }));
  });

  it("goes by its American name too", async () => {
    expect(await concordat("analyze", "game-trade")).toEqual(await concordat("analyse", "game-trade"));
  });
});
