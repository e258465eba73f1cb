/**
 * @module
 * A tournament as an HTML page: the table of scores, how each strategy fared against each other and in each
 * scenario, and how its advantages are spread.
 */

import { readOptions } from "../../core/checks/index.js";
import { type StrategySummary, type TournamentRow, tournamentSummary } from "../../tournament/index.js";
import {
  amountText,
  axisScale,
  coordinate,
  countText,
  DASH,
  element,
  FINDING,
  fixedText,
  GRID_OPACITY,
  HEADING_HEIGHT,
  INK,
  type Markup,
  marker,
  NOTHING,
  numberText,
  type PictureHeading,
  picture,
  QUIET,
  shownText,
  text,
} from "../drawing/index.js";
import { matrixTable, scoreTable, table } from "../tables/index.js";
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

/** The numbers of one name. */
interface Distribution {
  /** Fit to be shown. */
  readonly name: string;
  /** `null` for what is undefined: counted beside a dash, and not drawn. */
  readonly values: readonly (number | null)[];
  readonly mean: number | null;
  readonly median: number | null;
}

/** An SVG document of histograms, each as high as its fullest class, with mean and median. */
export function distributionsSvg(heading: PictureHeading, distributions: readonly Distribution[]): string {
  const known = distributions.map(({ values }) => values.filter((value) => value !== null));
  const right = axisScale([0, 1, ...known.flat()], { from: LEFT, to: LEFT + PLOT_WIDTH }, 10);
  const bottom = HEADING_HEIGHT + distributions.length * ROW_HEIGHT + 8;
  const rows = distributions.map((one, index) =>
    row(one, known[index] ?? [], HEADING_HEIGHT + (index + 1) * ROW_HEIGHT, right.place, [
      right.low,
      right.high,
    ]),
  );
  const ticks = right.ticks.map((tick) => {
    const at = { x: coordinate(right.place(tick)), y: bottom + 16, "text-anchor": "middle" };
    return element("text", at, [text(numberText(tick))]);
  });
  const grid = right.ticks
    .map((tick) => `M${coordinate(right.place(tick))} ${HEADING_HEIGHT}V${bottom}`)
    .join("");
  const description = distributions.map(
    ({ name, values, mean, median }) =>
      `${name}: ${countText(values.length)} values, mean ${numberText(mean)}, median ${numberText(median)}.`,
  );
  return picture(
    { ...heading, width: WIDTH, height: bottom + 30, description: description.join(" ") || heading.title },
    [
      element("path", { d: grid, fill: "none", stroke: INK, "stroke-opacity": GRID_OPACITY }),
      ...rows,
      element("g", { class: "ink", fill: INK, "font-size": 11 }, ticks),
    ],
  );
}

/** Pixels. */
const LEFT = 200;
const PLOT_WIDTH = 430;
const WIDTH = 830;
const ROW_HEIGHT = 46;
const BAR_HEIGHT = 34;

/** Chosen: fine enough to show two humps, coarse enough for a few dozen negotiations. */
const CLASSES = 25;

function row(
  { name, values, mean, median }: Distribution,
  known: readonly number[],
  baseline: number,
  place: (value: number) => number,
  [low, high]: readonly [number, number],
): Markup {
  const counts = new Array<number>(CLASSES).fill(0);
  for (const value of known) {
    const index = Math.min(CLASSES - 1, Math.floor(((value - low) / (high - low)) * CLASSES));
    counts[index] = (counts[index] as number) + 1;
  }
  const most = Math.max(1, ...counts);
  const step = PLOT_WIDTH / CLASSES;
  let d = "";
  counts.forEach((count, index) => {
    const height = coordinate((count / most) * BAR_HEIGHT);
    const width = coordinate(step - 1);
    if (count > 0)
      d += `M${coordinate(LEFT + index * step + 0.5)} ${baseline}v${-height}h${width}v${height}z`;
  });
  const undefinedCount = values.length - known.length;
  const missing = undefinedCount === 0 ? "" : `, ${DASH} ${countText(undefinedCount)}`;
  const words = `mean ${fixedText(mean, 3)}, median ${fixedText(median, 3)}${missing}`;
  const middle = coordinate(baseline - 10);
  return element("g", { class: "distribution" }, [
    element("path", {
      d: `M${LEFT} ${baseline}h${PLOT_WIDTH}`,
      fill: "none",
      stroke: INK,
      "stroke-opacity": 0.5,
    }),
    d === "" ? NOTHING : element("path", { d, fill: QUIET }),
    median === null ? NOTHING : medianLine(place(median), baseline),
    mean === null ? NOTHING : marker("diamond", { x: place(mean), y: baseline }, 5, { fill: FINDING }),
    element("g", { class: "ink", fill: INK, "font-size": 12 }, [
      element("text", { x: LEFT - 14, y: middle, "text-anchor": "end", "font-weight": 600 }, [text(name)]),
      element("text", { x: LEFT + PLOT_WIDTH + 14, y: middle, "font-size": 11 }, [text(words)]),
    ]),
  ]);
}

function medianLine(x: number, baseline: number): Markup {
  const d = `M${coordinate(x)} ${baseline}v${-BAR_HEIGHT}`;
  return element("path", { d, fill: "none", stroke: FINDING, "stroke-width": 1.8 });
}
