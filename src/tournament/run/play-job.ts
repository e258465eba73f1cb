/**
 * @module
 * One job of a tournament played to its row: a function of the job and the arena, whatever was played before it,
 * in whatever thread.
 */

import { metricsOf } from "../../analysis/metrics/index.js";
import type { Json } from "../../core/json/index.js";
import { reservationOf } from "../../preferences/model/index.js";
import { discountedReservation } from "../../preferences/utility/index.js";
import { errorText, type Strategy } from "../../strategies/play/index.js";
import { type Job, runNegotiation } from "../play/index.js";
import type { TournamentRow } from "../rows/index.js";
import type { Arena } from "./arena.js";

/** The row of a job. What a strategy throws is in the row; nothing is thrown. */
export function playedRow(job: Job, hash: number, arena: Arena): TournamentRow {
  try {
    return rowOf(job, hash, arena);
  } catch (error) {
    return failedRow(job, hash, errorText(error));
  } finally {
    arena.pulse?.rest();
  }
}

/** The row of a job that could not be played to any end. */
export function failedRow(
  { key, seed }: Job,
  hash: number,
  error: string,
  reason: "agent_error" | "timeout" = "agent_error",
): TournamentRow {
  const none = [null, null];
  return {
    ...{ key, seed, hash, status: "stalled", reason, agreed: false, turnCount: 0, cycles: 0 },
    ...{
      agreement: null,
      utilities: none,
      advantages: none,
      discountedUtilities: none,
      metrics: null,
      error,
    },
  };
}

function rowOf(job: Job, hash: number, arena: Arena): TournamentRow {
  const { scenario, inverses, analysis } = arena.side(job.scenario, job.key.profiles);
  const strategies = job.strategies.map((index) => arena.strategies[index] as Strategy);
  const { turnLimit } = arena;
  const { pulse } = arena;
  pulse?.beat();
  const onTurn = pulse && (() => pulse.beat());
  const options = { scenario, inverses, strategies, turnLimit, seed: job.seed, trace: true, onTurn };
  const result = runNegotiation(options);
  pulse?.rest();
  const trace = result.trace ?? [];
  const metrics = metricsOf(trace, analysis);
  const { agreement, relativeTime } = result;
  const row: TournamentRow = {
    key: job.key,
    seed: job.seed,
    hash,
    status: result.status,
    reason: result.reason,
    agreed: result.agreed,
    turnCount: result.turnCount,
    cycles: result.cycles,
    agreement: agreement === null ? null : (inverses[0]?.space.termsAt(agreement) ?? null),
    utilities: metrics.parties.map(({ utility }) => utility.value),
    advantages: metrics.parties.map(({ advantage }) => advantage.value),
    discountedUtilities:
      result.discountedUtilities ??
      scenario.parties.map(({ preferences }) =>
        discountedReservation(preferences, reservationOf(preferences), relativeTime),
      ),
    metrics: metrics as unknown as Json,
    error: result.error,
  };
  return arena.hasTrace ? { ...row, trace: trace as unknown as Json } : row;
}
