/**
 * @module
 * What came of it, for people: how a negotiation went, what a scenario is like, and the scores of a tournament.
 */

import type { Analysis, Figure, NegotiationMetrics, Solution } from "../../analysis/index.js";
import { type IssueTerms, outcomeSpace, type Scenario } from "../../preferences/index.js";
import { amountText, columnsOf, countText, numberText, shownText } from "../../report/drawing/index.js";
import { REASON_WORDS, RULE_NAMES, RULES } from "../../report/scene/index.js";
import type { NegotiationResult, StrategySummary, TraceRow } from "../../tournament/index.js";

/** A negotiation that was played. */
interface PlayedRun {
  readonly scenario: Scenario;
  /** Of the outcomes that were played on. */
  readonly analysis: Analysis;
  /** The strategies, one a party. */
  readonly names: readonly string[];
  readonly turnLimit: number;
  readonly seed: number;
  /** The agreed terms. */
  readonly agreedTerms: IssueTerms | null;
  readonly result: NegotiationResult;
  readonly metrics: NegotiationMetrics;
  readonly showsTurns: boolean;
}

/** The lines, without an end of line behind the last. */
export function runText(run: PlayedRun): string {
  const { scenario, analysis, names, turnLimit, seed, agreedTerms, metrics } = run;
  const { cardinality, outcomeCount, sampled } = analysis;
  const players = scenario.parties.map(({ name }, index) => `${shownText(name)} plays ${names[index]}`);
  const lines = [
    shownText(scenario.name),
    `${players.join(", ")}; at most ${amountText(turnLimit, "turn")}, seed ${seed}`,
    ...(sampled
      ? [
          `${amountText(cardinality, "outcome")}, of which a sample of ${countText(outcomeCount)} is played on`,
        ]
      : []),
    "",
    ...(run.showsTurns ? [turnTable(run), ""] : []),
    endingText(run),
    ...(agreedTerms === null ? [] : termsLines(agreedTerms)),
    "",
    partyTable(metrics),
  ];
  if (metrics.agreed) {
    const { frontier, nash } = metrics.distance;
    const place = metrics.isPareto
      ? "On the Pareto frontier"
      : `${figureText(frontier)} from the Pareto frontier`;
    lines.push("", `${place}; ${figureText(nash)} from the Nash point.`);
  }
  return lines.join("\n");
}

function endingText({ scenario, result }: PlayedRun): string {
  const { status, reason, party, turnCount, error } = result;
  const by = party === null ? "" : ` by ${shownText(scenario.parties[party]?.name ?? "")}`;
  const thrown = error === null ? "" : ` ${shownText(error)}`;
  return `${status} (${reason})${by} after ${amountText(turnCount, "turn")}.${thrown}`;
}

function partyTable({ parties }: NegotiationMetrics): string {
  const rows = parties.map(({ name, utility, advantage, concession, offerCount }) => [
    shownText(name),
    numberText(utility.value),
    numberText(advantage.value),
    numberText(concession.value),
    String(offerCount),
  ]);
  return textTable([["party", "utility", "advantage", "concession", "offers"], ...rows]);
}

function turnTable({ scenario, result }: PlayedRun): string {
  const space = outcomeSpace(scenario.issues);
  const names = scenario.parties.map(({ name }) => shownText(name));
  const rows = (result.trace ?? []).map(({ turnNumber, party, action, outcome, utilities }: TraceRow) => [
    String(turnNumber),
    names[party] ?? "",
    action,
    ...names.map((_, index) => numberText(utilities?.[index])),
    outcome === null || action === "accept" ? "" : termsWords(space.termsAt(outcome)),
  ]);
  const head = ["turn", "party", "action", ...names.map((name) => `u ${name}`), "terms"];
  return textTable([head, ...rows], head.length);
}

/** The lines, without an end of line behind the last. */
export function analysisText(analysis: Analysis): string {
  const { scenario, cardinality, outcomeCount, sampled, rationalCount, frontier } = analysis;
  const looked = sampled ? `, of which a sample of ${countText(outcomeCount)} is analysed` : "";
  return [
    shownText(scenario),
    `${amountText(cardinality, "outcome")}${looked}; ${countText(rationalCount)} rational for all; ` +
      `${countText(frontier.length)} on the Pareto frontier`,
    "",
    analysedParties(analysis),
    "",
    solutionTable(analysis),
    "",
    `Opposition: relative ${figureText(analysis.oppositionRelative)}, ` +
      `absolute ${figureText(analysis.oppositionAbsolute)}, ` +
      `of the minimum difference ${figureText(analysis.oppositionOfMinimumDifference)}`,
  ].join("\n");
}

function analysedParties({ parties }: Analysis): string {
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

/** The lines, best first, without an end of line behind the last. */
export function summaryText(summary: readonly StrategySummary[]): string {
  const rows = summary.map(
    ({ rank, strategy, negotiationCount, failedCount, agreementRate, utility, advantage }) => [
      strategy,
      String(rank),
      String(negotiationCount),
      String(failedCount),
      agreementRate === null ? numberText(null) : `${numberText(agreementRate * 100)} %`,
      numberText(advantage.mean),
      numberText(advantage.standardDeviation),
      numberText(utility.mean),
      numberText(utility.median),
    ],
  );
  const head = [
    "strategy",
    "rank",
    "played",
    "failed",
    "agreed",
    "advantage",
    "deviation",
    "utility",
    "median",
  ];
  return textTable([head, ...rows]);
}

/** `issue: value` for each issue. */
function termsLines(terms: IssueTerms): readonly string[] {
  return Object.entries(terms).map(([issue, value]) => `  ${shownText(issue)}: ${shownText(String(value))}`);
}

/** The values alone, in the order of the issues. */
function termsWords(terms: IssueTerms): string {
  return Object.values(terms)
    .map((value) => shownText(String(value)))
    .join(", ");
}

/** The number, or why there is none. */
function figureText(figure: Figure): string {
  return figure.value === null
    ? `${numberText(null)} (${REASON_WORDS[figure.reason]})`
    : numberText(figure.value);
}

/** A cell: text, aligned as its column. */
type Row = readonly string[];

/**
 * The rows with columns of equal width, two blanks between them, and no blanks at the end of a line.
 *
 * @param toTheLeft - how many columns are text; those after them stand to the right
 */
export function textTable(rows: readonly Row[], toTheLeft = 1): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, columnsOf(cell));
    });
  }
  return rows
    .map((row) =>
      row
        .map((cell, index) => {
          const blanks = " ".repeat((widths[index] ?? 0) - columnsOf(cell));
          return index < toTheLeft ? cell + blanks : blanks + cell;
        })
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
