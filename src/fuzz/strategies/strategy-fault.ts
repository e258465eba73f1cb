/**
 * @module
 * What `checkStrategy` finds wrong with a strategy, and how it is told. Where faults are found is in
 * `strategy-judges.ts`.
 */

import { ACCEPT, WITHDRAW } from "../../strategies/play/index.js";
import { decisionText, type PlayedTurn } from "./strategy-play.js";
import { type PreparedTrial, preparedTrial, type StrategyTrial } from "./strategy-trial.js";

/** What a strategy can do wrong. */
export type StrategyFaultKind =
  | "threw"
  | "offered_below_reservation"
  | "accepted_below_reservation"
  | "mutated_input"
  | "asked_the_world"
  | "varied_answer"
  | "kept_state"
  | "shared_state"
  | "broke_family"
  | "slowed_down";

/** How a promise was broken in one trial. */
export interface StrategyBreach {
  /** What came, and why it is a fault. Unlike other messages of this library it shows utilities. */
  readonly reason: string;
  /** The turns up to there. */
  readonly turns: readonly PlayedTurn[];
}

/** A broken promise at its smallest, with what is needed to see it again. */
export interface StrategyFault extends StrategyBreach {
  readonly kind: StrategyFaultKind;
  /** `null` for `slowed_down`, which is measured on spaces of its own. */
  readonly trial: StrategyTrial | null;
  /** With `only` and `path`, options that replay this very trial. */
  readonly seed: number;
  /** `null` for `slowed_down`. */
  readonly path: string | null;
}

/** What was judged, and what came of it. */
export interface StrategyReport {
  /** The name of the strategy. */
  readonly strategy: string;
  /** The kinds of faults that it was checked for. */
  readonly judged: readonly StrategyFaultKind[];
  /** One a kind, shrunk; empty for a strategy that keeps its promises. */
  readonly faults: readonly StrategyFault[];
  readonly seed: number;
  /** Trials a kind. */
  readonly runs: number;
  /** Cost of an offer among 100,000 outcomes, in those among 1,000; `null` where it was not measured. */
  readonly slowdown: number | null;
  /** All of it for people. */
  readonly text: string;
}

/** What `checkStrategy` throws: the report's text as its message, and the report. */
export interface StrategyFaultError extends Error {
  readonly name: "StrategyFaultError";
  readonly report: StrategyReport;
}

/** The report with its text. */
export function strategyReport(parts: Omit<StrategyReport, "text">): StrategyReport {
  const { strategy, judged, faults, runs, seed } = parts;
  const lines =
    faults.length === 0
      ? [
          `${strategy} keeps its promises: ${judged.length} kinds of faults, ${runs} trials each, seed ${seed}.`,
        ]
      : [
          `Expected ${strategy} to keep its promises, got ${faults.length} broken:`,
          ...faults.flatMap((fault) => ["", ...faultLines(fault)]),
        ];
  return Object.freeze({ ...parts, text: lines.join("\n") });
}

function faultLines({ kind, reason, trial, turns, seed, path }: StrategyFault): string[] {
  const replay = [
    `only: ${JSON.stringify(kind)}`,
    `seed: ${seed}`,
    ...(path === null ? [] : [`path: "${path}"`]),
  ];
  return [
    `${kind}: ${reason}`,
    ...(trial === null ? [] : trialLines(preparedTrial(trial), turns)),
    `  again     checkStrategy(strategy, { ...options, ${replay.join(", ")} })`,
  ];
}

/** The end of a long play tells most. */
const MOST_MOVES = 12;

function trialLines(trial: PreparedTrial, turns: readonly PlayedTurn[]): string[] {
  const { scenario, party, seat, turnLimit, seed, inverse } = trial;
  const left = turns.length - MOST_MOVES;
  const moves = turns
    .slice(-MOST_MOVES)
    .map(
      ({ turnNumber, isOwn, decision }) =>
        `${turnNumber}. ${isOwn ? "it" : "the other"} ${verbOf(decision)}${decisionText(decision, inverse)}`,
    );
  const told = [
    ...(left > 0 ? [`... ${left} turns before`] : []),
    ...(moves.length === 0 ? ["none"] : moves),
  ];
  return [
    `  scenario  ${scenario.name} with ${inverse.space.cardinality} outcomes`,
    `  party     ${party} (${scenario.parties[party]?.name}), reservation ${inverse.reservation}`,
    `  seat      ${seat}, at most ${turnLimit} turns, strategy seed ${seed}`,
    ...told.map((line, index) => `  ${(index === 0 ? "moves" : "").padEnd(10)}${line}`),
  ];
}

function verbOf(decision: number): string {
  return decision === ACCEPT || decision === WITHDRAW ? "does " : "proposes ";
}
