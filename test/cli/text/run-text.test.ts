import { describe, expect, it } from "vitest";
import { analysisOf, metricsOf } from "../../../src/analysis/index.js";
import { runText } from "../../../src/cli/text/index.js";
import { generateScenario } from "../../../src/preferences/scenarios/index.js";
import { linear } from "../../../src/strategies/agents/index.js";
import { runNegotiation } from "../../../src/tournament/index.js";
import { workplaceInProcess } from "../concordat.js";

const { concordat } = workplaceInProcess();

describe("the text of a run", () => {
  it("has every turn with --trace: who, what, what it is worth to all, the terms", async () => {
    const flags = ["-i", "linear", "-r", "conceder", "-t", "24", "--trace"];
    const { stdout } = await concordat("run", "api-supply", ...flags);
    const turns = stdout
      .split("\n")
      .filter((line) => /^\d+ +(consumer|provider) +(propose|counter|accept) /.test(line));
    expect(turns).toHaveLength(14);
    expect(turns[0]).toMatch(
      /^1 +consumer +propose +0\.96 +0\.15 +0\.8, 1000000, 12, around the clock, 30 days$/,
    );
    expect(turns[13]).toMatch(/^14 +provider +accept +0\.705 +0\.515$/);
    const without = await concordat("run", "api-supply", ...flags.slice(0, -1));
    expect(without.stdout).not.toContain(turns[0]);
  });

  it("says how it ended, on what, and how good that is", async () => {
    const { stdout } = await concordat("run", "api-supply", "-i", "linear", "-r", "conceder", "-t", "24");
    expect(stdout).toContain("consumer plays linear, provider plays conceder; at most 24 turns, seed 0");
    expect(stdout).toContain("accepted (accept) by provider after 14 turns.\n  price per 1000 calls: 1.5\n");
    expect(stdout).toMatch(/^consumer +0\.705 +0\.4636 /m);
    expect(stdout).toMatch(/^0\.\d+ from the Pareto frontier; 0\.\d+ from the Nash point\.$/m);
  });

  it("BA-3: says that a sample was played on, where one was", () => {
    const scenario = generateScenario(7, [4, 4], 2);
    const whole = analysisOf(scenario);
    const result = runNegotiation({ scenario, strategies: [linear(), linear()], turnLimit: 9, trace: true });
    const metrics = metricsOf(result.trace!, whole);
    const played = { scenario, names: ["linear", "linear"], turnLimit: 9, seed: 0, result, metrics };
    const textOf = (analysis: typeof whole) =>
      runText({ ...played, analysis, agreedTerms: null, showsTurns: false });
    const sampled = { ...whole, cardinality: 2_560_000, outcomeCount: 1_000_000, sampled: true };
    const line = "2,560,000 outcomes, of which a sample of 1,000,000 is played on\n";
    expect(textOf(sampled)).toBe(textOf(whole).replace("seed 0\n", `seed 0\n${line}`));
    const agreedTerms = { price: 4, "de\u0007livery": "to\nmorrow" };
    expect(runText({ ...played, analysis: whole, agreedTerms, showsTurns: false })).toContain(
      "\n  price: 4\n  de\uFFFDlivery: to\uFFFDmorrow\n",
    );
  });

  it("says that there is no agreement, without distances", async () => {
    const { stdout } = await concordat("run", "meeting-slot", "-i", "tough", "-r", "tough", "-t", "6");
    expect(stdout).toContain("expired (turn_cap) after 6 turns.");
    expect(stdout).not.toContain("Nash point.");
    expect(stdout).not.toMatch(/NaN|undefined|null/);
  });
});
