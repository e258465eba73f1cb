/**
 * @module
 * How a negotiation went, for people: who played, how it ended, and what it is worth.
 */

import type { Analysis, NegotiationMetrics } from "../../analysis/index.js";
import { type IssueTerms, outcomeSpace, type Scenario } from "../../preferences/index.js";
import { amountText, countText, numberText, shownText } from "../../report/drawing/index.js";
import type { NegotiationResult, TraceRow } from "../../tournament/index.js";
import { figureText, termsLines, termsWords } from "./terms-lines.js";
import { textTable } from "./text-table.js";

/** A negotiation that was played. */
export interface PlayedRun {
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
