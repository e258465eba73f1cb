import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { analysisOf, metricsOf } from "../../../src/analysis/index.js";
import { outcomeSpace } from "../../../src/preferences/model/index.js";
import { parseScenario } from "../../../src/preferences/scenarios/index.js";
import { negotiationHtml } from "../../../src/report/page/index.js";
import { utilityPlaneSvg } from "../../../src/report/plane/index.js";
import { namedStrategies } from "../../../src/strategies/agents/index.js";
import { runNegotiation, scenarioInverses } from "../../../src/tournament/index.js";
import { bundledPath, workplaceInProcess } from "../concordat.js";

const { concordat, path, write } = workplaceInProcess();

describe("concordat run --json", () => {
  it.each([
    ["api-supply", ["boulware", "linear"], 30, 0],
    ["game-trade", ["random", "random"], 40, 7],
    ["meeting-slot", ["tough", "tough"], 10, -3],
    ["data-consortium", ["conceder", "linear", "conceder"], 60, 1],
  ])("prints the library's own result of %s, as one document", async (name, players, turnLimit, seed) => {
    const [initiator, ...others] = players as string[];
    const flags = ["-i", initiator!, "-r", others.join(","), "-t", `${turnLimit}`, "-s", `${seed}`, "--json"];
    const { code, stdout, stderr } = await concordat("run", name, ...flags);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const scenario = parseScenario(readFileSync(bundledPath(name), "utf8"));
    const strategies = players.map((one) => namedStrategies[one]!());
    const { trace, ...result } = runNegotiation({ scenario, strategies, turnLimit, seed, trace: true });
    const expected = {
      command: "run",
      version: 1,
      scenario: scenario.name,
      parties: scenario.parties.map((party, index) => ({ name: party.name, strategy: players[index] })),
      turnLimit,
      seed,
      cardinality: outcomeSpace(scenario.issues).cardinality,
      outcomeCount: outcomeSpace(scenario.issues).cardinality,
      sampled: false,
      result,
      agreedTerms: result.agreement === null ? null : outcomeSpace(scenario.issues).termsAt(result.agreement),
      metrics: metricsOf(trace!, analysisOf(scenario)),
      trace,
    };
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(expected)));
    expect(Object.keys(JSON.parse(stdout))).toEqual(Object.keys(expected));
  });
});

describe("concordat run", () => {
  it("plays the strategies of the README where none are named, and says which [BA-39]", async () => {
    const { code, stdout, stderr } = await concordat("run", "api-supply", "-t", "24");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("consumer plays linear, provider plays conceder; at most 24 turns");
    expect(await concordat("run", "api-supply", "-t", "24", "-r", "conceder", "-i", "linear")).toMatchObject({
      stdout,
    });
    expect((await concordat("run", "data-consortium", "-t", "9")).stdout).toContain(
      "hospital plays linear, university plays conceder, company plays conceder",
    );
  });

  it("draws the library's own pictures", async () => {
    const flags = ["-i", "linear", "-r", "conceder", "-t", "24", "--plot", "a.svg", "--report", "a.html"];
    const { code, stdout, stderr } = await concordat("run", "api-supply", ...flags);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const scenario = parseScenario(readFileSync(bundledPath("api-supply"), "utf8"));
    const strategies = [namedStrategies["linear"]!(), namedStrategies["conceder"]!()];
    const { trace } = runNegotiation({ scenario, strategies, turnLimit: 24, trace: true });
    const shown = { scenario, trace, analysis: analysisOf(scenario) };
    expect(readFileSync(path("a.svg"), "utf8")).toBe(utilityPlaneSvg(shown));
    expect(readFileSync(path("a.html"), "utf8")).toBe(negotiationHtml(shown));
    expect(stdout).toContain("Written: a.svg");
    expect(stdout).toContain("accepted (accept) by provider after 14 turns.");
  });

  it("takes one strategy for all others, and one for each", async () => {
    const one = await concordat("run", "data-consortium", "-i", "micro", "-r", "linear");
    const each = await concordat("run", "data-consortium", "-i", "micro", "-r", "linear,linear");
    expect(one.code).toBe(0);
    expect(each).toEqual(one);
    expect(one.stdout).toContain("hospital plays micro, university plays linear, company plays linear");
  });

  // Two samples of a million outcomes, sorted for both parties: some seconds.
  it("BA-3: measures a space that is sampled on the sample that was played on, and says so", async () => {
    const issues = Array.from({ length: 4 }, (_, index) => ({
      ...{ name: `i${index}`, kind: "integer", min: 0, max: 39 },
    }));
    const slopes = [0.01, -0.01];
    const parties = slopes.map((slope, party) => ({
      name: ["ada", "smith"][party]!,
      preferences: {
        kind: "additive",
        weights: [1, 2, 3, 4],
        values: issues.map(() => ({ kind: "linear", slope, offset: party })),
      },
    }));
    const data = { format: "concordat-scenario", version: 1, name: "large", issues, parties };
    const scenario = parseScenario(JSON.stringify(data));
    write("large.json", JSON.stringify(scenario));
    const flags = ["-i", "linear", "-r", "linear", "-t", "20", "-s", "7"];
    const { stdout } = await concordat("run", "large.json", ...flags, "--json");
    const inverses = scenarioInverses(scenario);
    const strategies = [namedStrategies["linear"]!(), namedStrategies["linear"]!()];
    const { trace } = runNegotiation({ scenario, inverses, strategies, turnLimit: 20, seed: 7, trace: true });
    const analysis = analysisOf(scenario, { inverses });
    const metrics = metricsOf(trace!, analysis);
    // The million drawn, and the ends of both parties [BA-43].
    const { outcomeCount } = analysis;
    expect(outcomeCount).toBeGreaterThan(1_000_000);
    expect(outcomeCount).toBeLessThanOrEqual(1_000_000 + 2 * 2000);
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ cardinality: 2_560_000, outcomeCount, sampled: true },
      ...{ metrics: JSON.parse(JSON.stringify(metrics)) },
    });
  });

  it("counts one as one: a turn, a strategy", async () => {
    const one = await concordat("run", "api-supply", "-i", "linear", "-r", "linear", "-t", "1");
    expect(one.stdout).toContain("; at most 1 turn, seed 0\n");
    expect(one.stdout).toContain(" after 1 turn.\n");
    const two = await concordat("run", "api-supply", "-i", "linear", "-r", "linear,micro");
    expect(two).toMatchObject({ code: 2, stdout: "" });
    expect(two.stderr).toBe("concordat: Expected --responder to name one strategy, got 2.\n");
    const three = await concordat("run", "data-consortium", "-i", "linear", "-r", "micro,micro,micro");
    expect(three.stderr).toBe("concordat: Expected --responder to name 1 or 2 strategies, got 3.\n");
  });

  it("says before it begins that a picture cannot be written", async () => {
    const flags = ["-i", "micro", "-r", "micro", "--plot", "nowhere/a.svg"];
    const { code, stdout, stderr } = await concordat("run", "api-supply", ...flags);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe("concordat: nowhere/a.svg: Expected a folder to write to, got none of that name.\n");
  });
});
