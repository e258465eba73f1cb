import { expect, it } from "vitest";
import { summaryText } from "../../../src/cli/text/index.js";
import { generateScenario } from "../../../src/preferences/scenarios/index.js";
import { runTournament, tournamentSummary } from "../../../src/tournament/index.js";

it("has a line for each strategy, best first, with the numbers of the summary", async () => {
  const scenarios = [generateScenario(7, [4, 4], 2)];
  const { summary } = await runTournament({
    scenarios,
    strategies: ["linear", "micro"],
    seed: 1,
    turnLimit: 20,
  });
  const [head, ...lines] = summaryText(summary).split("\n");
  expect(head).toMatch(/^strategy +rank +played +failed +agreed +advantage +deviation +utility +median$/);
  expect(lines.map((line) => line.split(/ +/)[0])).toEqual(summary.map(({ strategy }) => strategy));
  expect(lines[0]!.split(/ +/).slice(1, 4)).toEqual(["1", `${summary[0]!.negotiationCount}`, "0"]);
});

it("shows a dash where nothing was played", () => {
  const line = summaryText(tournamentSummary([], ["micro"])).split("\n")[1];
  expect(line).toMatch(/^micro +1 +0 +0 +– +– +– +– +–$/);
});
