/**
 * @module
 * Tournaments: every pair of strategies on every scenario, in this thread or in several, with the same rows.
 */

import { strategiesOf } from "./entrant.js";
import { Arena, playedRow, preparedRow } from "./play-job.js";
import type { TournamentRow } from "./rows/index.js";
import {
  completedRows,
  ProgressTeller,
  RowsInOrder,
  rowCheck,
  Scores,
  type StrategySummary,
} from "./rows/index.js";
import { type TournamentOptions, type TournamentPlan, tournamentPlan } from "./tournament-options.js";

/** What came of a tournament. */
export interface TournamentResult {
  /** In the order of the jobs, completed ones of an earlier run among them; none without `keepRows`. */
  readonly rows: readonly TournamentRow[];
  /** Best first. */
  readonly summary: readonly StrategySummary[];
  /** Whether every job was played; false after an abort. */
  readonly isComplete: boolean;
}

/**
 * Plays a tournament.
 *
 * Rows depend on the seed and on what is played, never on speed, order or the number of workers: those of any run
 * are byte-equal on one version of the runtime. A strategy that throws makes a row with an error, and the tournament
 * goes on. After the end, an abort or an error no thread is left.
 *
 * @returns also after an abort, with the rows so far
 * @throws {NegotiationError} `scenario_invalid`, `scenario_unsupported`, `strategy_invalid`; `tournament_mismatch`
 * when `completed` is of another tournament
 * @throws {RangeError} when a number is out of range
 * @throws {TypeError} for an option that is not known
 * @see docs/requirements/bargaining.md, BA-36
 * @example
 * const { summary } = await runTournament({
 *   scenarios: [generateScenario(7, [4, 4, 4], 2)],
 *   strategies: ["boulware", "conceder", "micro"],
 *   seed: 1,
 *   turnLimit: 100,
 * });
 * console.log(summary.map(({ rank, strategy }) => `${rank} ${strategy}`).join(", "));
 */
export async function runTournament(options: TournamentOptions): Promise<TournamentResult> {
  const plan = tournamentPlan(options);
  const { jobs, strategyNames } = plan;
  const { onRow, onProgress, completed = [] } = options;
  const kept = completedRows(completed, jobs, plan.hashOf, rowCheck(plan));
  const now = (): number => performance.now();
  const progress = new ProgressTeller(jobs.count, onProgress, now);
  const scores = new Scores(strategyNames);
  const onAny = (row: TournamentRow): void => scores.add(row);
  const rows = new RowsInOrder(kept, { keepRows: plan.keepRows, onRow, onAny, progress });
  const missing = Array.from({ length: jobs.count }, (_, index) => index).filter((index) => !kept.has(index));
  const played: Played = { plan, missing, rows, signal: options.signal };
  if (plan.workers > 0 && missing.length > 0) {
    const { playInWorkers } = await import("./worker-pool.js");
    await playInWorkers(played);
  } else {
    await playHere(played);
  }
  progress.end();
  return { rows: rows.done(), summary: scores.summary(), isComplete: rows.count === jobs.count };
}

/** A tournament while it is played. */
export interface Played {
  readonly plan: TournamentPlan;
  /** Indices of the jobs to play. */
  readonly missing: readonly number[];
  readonly rows: RowsInOrder;
  readonly signal: AbortSignal | undefined;
}

async function playHere({ plan, missing, rows, signal }: Played): Promise<void> {
  const arena = new Arena(plan.scenarios, await strategiesOf(plan.strategies), plan);
  let pausedAt = performance.now();
  for (const index of missing) {
    if (signal?.aborted === true) return;
    const job = plan.jobs.at(index);
    if (job === undefined) continue;
    const prepares = job.strategies.some((one) => arena.strategies[one]?.prepares === true);
    const hash = plan.hashOf(job);
    rows.put(index, prepares ? await preparedRow(job, hash, arena) : playedRow(job, hash, arena));
    if (performance.now() - pausedAt < SLICE_MS) continue;
    // Whoever wants to abort, or to paint a progress bar, gets a turn of the event loop.
    await new Promise((resolve) => setTimeout(resolve, 0));
    pausedAt = performance.now();
  }
}

/** Chosen: short enough to feel immediate, long enough to cost nothing. */
const SLICE_MS = 50;
