import { expect, it } from "vitest";
import { scoreTable } from "../../../src/report/tables/index.js";
import { tournamentSummary } from "../../../src/tournament/index.js";
import { nodesOf, parsedXml, tournamentRows } from "../builders.js";

it("BA-39: has a line for each strategy, best first, with the figures of the summary", async () => {
  const summary = tournamentSummary(await tournamentRows(), ["boulware", "conceder", "micro"]);
  const tree = parsedXml(scoreTable(summary).markup);
  const lines = nodesOf(tree, ({ name }) => name === "tr").map(({ children }) =>
    children.map(({ text }) => text),
  );
  expect(lines.slice(1).map((cells) => cells[1])).toEqual(summary.map(({ strategy }) => strategy));
  for (const [index, { advantage, negotiationCount }] of summary.entries()) {
    expect(Number(lines[index + 1]![2])).toBeCloseTo(advantage.mean!, 3);
    expect(Number(lines[index + 1]![9])).toBe(negotiationCount);
  }
});

it("BA-40: has dashes for a strategy that played nothing", () => {
  const tree = parsedXml(scoreTable(tournamentSummary([], ["idle"])).markup);
  expect(nodesOf(tree, ({ name }) => name === "td").map(({ text }) => text)).toEqual([
    "idle",
    "–",
    "–",
    "–",
    "–",
    "–",
    "–",
    "–",
    "0",
    "0",
    "0",
  ]);
});
