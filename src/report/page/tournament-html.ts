/**
 * @module
 * A tournament as an HTML page: the table of scores, how each strategy fared against each other and in each
 * scenario, and how its advantages are spread.
 */

import { readOptions } from "../../core/checks/index.js";
import { type StrategySummary, type TournamentRow, tournamentSummary } from "../../tournament/rows/index.js";
import { amountText, shownText } from "../drawing/index.js";
import { matrixTable, scoreTable, table } from "../tables/index.js";
import { type Distribution, distributionsSvg } from "./distributions-svg.js";
import { type PageSection, page, pictureSection } from "./page.js";

/** What a page on a tournament is made of. */
export interface TournamentPageOptions {
  /** All rows, or those that are there so far. */
  readonly rows: readonly TournamentRow[];
  /**
   * The names of the strategies in the order in which ties are listed.
   *
   * @default as they first appear in the rows
   */
  readonly strategies?: readonly string[] | undefined;
  /** @default "Tournament" */
  readonly title?: string | undefined;
}

/**
 * An HTML page of a tournament: one file without scripts or references, the same for the same rows.
 *
 * @throws {TypeError} for an unknown option
 * @see docs/requirements/bargaining.md, BA-39 and BA-40
 * @example
 * const scenarios = [generateScenario(7, [5, 5, 5], 2)];
 * const strategies = [boulware(), conceder(), micro()];
 * const { rows } = await runTournament({ scenarios, strategies, turnLimit: 100, seed: 1 });
 * const html = tournamentHtml({ rows, title: "Three strategies" });
 */
export function tournamentHtml(options: TournamentPageOptions): string {
  const keys = ["rows", "strategies", "title"] as const;
  const {
    rows,
    strategies,
    title = "Tournament",
  } = readOptions("the options of tournamentHtml", options, keys);
  const names = strategies ?? [...new Set(rows.flatMap(({ key }) => key.strategies))];
  const scenarios = [...new Set(rows.map(({ key }) => key.scenario))];
  const summary = tournamentSummary(rows, names);
  const counts = [
    amountText(rows.length, "negotiation"),
    amountText(names.length, "strategy", "strategies"),
    amountText(scenarios.length, "scenario"),
  ];
  return page({
    title: shownText(title, 120),
    subtitle: counts.join(", "),
    sections: [
      scoreSection(summary),
      pairSection(summary),
      scenarioSection(summary, rows, scenarios),
      spreadSection(summary, rows),
      ...failureSection(rows),
    ],
  });
}

function scoreSection(summary: readonly StrategySummary[]): PageSection {
  const note =
    "Advantage is (u − r) / (max u − r), r the reservation. A failed negotiation counts as one without agreement.";
  return { heading: "Scores", note, content: [scoreTable(summary)] };
}

function pairSection(summary: readonly StrategySummary[]): PageSection {
  const names = summary.map(({ strategy }) => strategy);
  const against = new Map(summary.map((one) => [one.strategy, one.against]));
  const content = matrixTable({
    corner: "Strategy, against",
    rows: names,
    columns: names,
    value: (row, column) => against.get(row)?.[column]?.advantage.mean ?? null,
  });
  const note = "Mean advantage of the strategy at the left against the one above, in both seats.";
  return { heading: "Pairs", note, content: [content] };
}

function scenarioSection(
  summary: readonly StrategySummary[],
  rows: readonly TournamentRow[],
  scenarios: readonly string[],
): PageSection {
  const names = summary.map(({ strategy }) => strategy);
  const means = new Map(
    scenarios.map((scenario) => {
      const own = rows.filter(({ key }) => key.scenario === scenario);
      return [
        scenario,
        new Map(tournamentSummary(own, names).map((one) => [one.strategy, one.advantage.mean])),
      ];
    }),
  );
  const content = matrixTable({
    corner: "Scenario",
    rows: scenarios,
    columns: names,
    value: (scenario, strategy) => means.get(scenario)?.get(strategy) ?? null,
  });
  return {
    heading: "Scenarios",
    note: "Mean advantage of each strategy in each scenario.",
    content: [content],
  };
}

function spreadSection(summary: readonly StrategySummary[], rows: readonly TournamentRow[]): PageSection {
  const distributions = summary.map(
    ({ strategy, advantage }): Distribution => ({
      name: shownText(strategy, 22),
      values: rows.flatMap(({ key, advantages }) =>
        advantages.filter((_, seat) => key.strategies[seat] === strategy),
      ),
      mean: advantage.mean,
      median: advantage.median,
    }),
  );
  const subtitle =
    "Advantages of each strategy: a diamond at the mean, a line at the median, undefined ones beside a dash";
  const heading = { title: "Distributions", subtitle, isShown: false };
  return pictureSection(heading, distributionsSvg(heading, distributions));
}

/** Chosen: a page is no log. */
const MOST_FAILURES = 50;

function failureSection(rows: readonly TournamentRow[]): readonly PageSection[] {
  const failed = rows.filter(({ error }) => error !== null);
  if (failed.length === 0) return [];
  const content = table({
    columns: ["Scenario", "Initiator", "Responder", "Error"],
    rows: failed
      .slice(0, MOST_FAILURES)
      .map(({ key, error }) => [
        shownText(key.scenario, 40),
        ...key.strategies.map((name) => shownText(name, 40)),
        shownText(error ?? "", 200),
      ]),
  });
  const more = failed.length > MOST_FAILURES ? `, the first ${MOST_FAILURES} of which are listed` : "";
  return [
    {
      heading: "Failures",
      note: `${amountText(failed.length, "negotiation")} failed${more}.`,
      content: [content],
    },
  ];
}
