/**
 * @module
 * An analysis for people: the parties, the solution points, the opposition. The frontier is in the picture below it.
 */

import type { Analysis, Solution } from "../../analysis/index.js";
import { amountText, countText, numberText, shownText } from "../../report/drawing/index.js";
import { RULE_NAMES, RULES } from "../../report/scene/index.js";
import { figureText, termsWords } from "./terms-lines.js";
import { textTable } from "./text-table.js";

/** The lines, without an end of line behind the last. */
export function analysisText(analysis: Analysis): string {
  const { scenario, cardinality, outcomeCount, sampled, rationalCount, frontier } = analysis;
  const looked = sampled ? `, of which a sample of ${countText(outcomeCount)} is analysed` : "";
  return [
    shownText(scenario),
    `${amountText(cardinality, "outcome")}${looked}; ${countText(rationalCount)} rational for all; ` +
      `${countText(frontier.length)} on the Pareto frontier`,
    "",
    partyTable(analysis),
    "",
    solutionTable(analysis),
    "",
    `Opposition: relative ${figureText(analysis.oppositionRelative)}, ` +
      `absolute ${figureText(analysis.oppositionAbsolute)}, ` +
      `of the minimum difference ${figureText(analysis.oppositionOfMinimumDifference)}`,
  ].join("\n");
}

function partyTable({ parties }: Analysis): string {
  const rows = parties.map(({ name, reservation, minimum, maximum, rationalCount }) => [
    shownText(name),
    numberText(reservation),
    numberText(minimum),
    numberText(maximum),
    countText(rationalCount),
  ]);
  return textTable([["party", "reservation", "least", "most", "rational"], ...rows]);
}

function solutionTable({ solutions, parties }: Analysis): string {
  const rows = RULES.flatMap((rule) => solutionRows(RULE_NAMES[rule].name, solutions[rule]));
  const head = ["solution", "value", ...parties.map(({ name }) => `u ${shownText(name)}`), "terms"];
  return textTable([head, ...rows], head.length);
}

function solutionRows(name: string, solution: Solution): readonly (readonly string[])[] {
  if (solution.value === null) return [[name, figureText(solution)]];
  const value = numberText(solution.value) + (solution.degenerate ? " (degenerate)" : "");
  return solution.points.map(({ utilities, terms }, index) => [
    index === 0 ? name : "",
    index === 0 ? value : "",
    ...utilities.map((utility) => numberText(utility)),
    termsWords(terms),
  ]);
}
