/**
 * @module
 * One job of a tournament played to its row: a function of the job and the arena, whatever was played before it,
 * in whatever thread.
 */

import { type Analysis, analysisOf, metricsOf } from "../analysis/index.js";
import type { Json } from "../core/json/index.js";
import type { InverseUtility } from "../preferences/inverse/index.js";
import { reservationOf } from "../preferences/model/index.js";
import type { Scenario } from "../preferences/scenarios/index.js";
import { discountedReservation } from "../preferences/utility/index.js";
import { errorText, type Strategy } from "../strategies/play/index.js";
import type { Job, NegotiationResult } from "./play/index.js";
import { type RunNegotiationOptions, runNegotiation, runPrepared, scenarioInverses } from "./play/index.js";
import type { TournamentRow } from "./rows/index.js";

/** The row of a job. What a strategy throws is in the row; nothing is thrown. */
export function playedRow(job: Job, hash: number, arena: Arena): TournamentRow {
  try {
    arena.pulse?.beat();
    const result = runNegotiation(optionsOf(job, arena));
    arena.pulse?.rest();
    return rowOf(job, hash, arena, result);
  } catch (error) {
    return failedRow(job, hash, errorText(error));
  } finally {
    arena.pulse?.rest();
  }
}

/** As `playedRow`, for strategies that have to be awaited. */
export async function preparedRow(job: Job, hash: number, arena: Arena): Promise<TournamentRow> {
  try {
    return rowOf(job, hash, arena, await runPrepared(optionsOf(job, arena)));
  } catch (error) {
    return failedRow(job, hash, errorText(error));
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

function optionsOf(job: Job, arena: Arena): RunNegotiationOptions {
  const { scenario, inverses } = arena.side(job.scenario, job.key.profiles);
  const strategies = job.strategies.map((index) => arena.strategies[index] as Strategy);
  const { turnLimit, pulse } = arena;
  const onTurn = pulse && (() => pulse.beat());
  return { scenario, inverses, strategies, turnLimit, seed: job.seed, trace: true, onTurn };
}

function rowOf(job: Job, hash: number, arena: Arena, result: NegotiationResult): TournamentRow {
  const { scenario, inverses, analysis } = arena.side(job.scenario, job.key.profiles);
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
    ...(result.costs.some((one) => one !== null) && { costs: result.costs }),
  };
  return arena.hasTrace ? { ...row, trace: trace as unknown as Json } : row;
}

/** One order of the parties of a scenario. */
interface Side {
  readonly scenario: Scenario;
  readonly inverses: readonly InverseUtility[];
  readonly analysis: Analysis;
}

/** Who watches whether strategies still play. */
export interface Pulse {
  /** A turn was made, or the first is about to be. */
  beat(): void;
  /** No strategy has the word. */
  rest(): void;
}

/** The strategies and scenarios of a tournament, ready to play. */
export class Arena {
  readonly strategies: readonly Strategy[];
  readonly turnLimit: number;
  readonly hasTrace: boolean;
  /** Told when strategies begin, at each of their turns, and when they are done. */
  readonly pulse: Pulse | undefined;
  readonly #scenarios: readonly Scenario[];
  /** Of one scenario at a time: jobs come scenario by scenario, and what is prepared may be large. */
  readonly #sides = new Map<number, Side>();
  #prepared = -1;

  constructor(
    scenarios: readonly Scenario[],
    strategies: readonly Strategy[],
    settings: { readonly turnLimit: number; readonly trace: boolean },
    pulse?: Pulse,
  ) {
    this.strategies = strategies;
    this.turnLimit = settings.turnLimit;
    this.hasTrace = settings.trace;
    this.pulse = pulse;
    this.#scenarios = scenarios;
  }

  /** The scenario of that index with its parties in that order. */
  side(index: number, profiles: readonly [number, number]): Side {
    if (index !== this.#prepared) this.#sides.clear();
    this.#prepared = index;
    let side = this.#sides.get(profiles[0]);
    if (side === undefined) {
      side = sideOf(this.#scenarios[index] as Scenario, profiles);
      this.#sides.set(profiles[0], side);
    }
    return side;
  }
}

function sideOf(original: Scenario, profiles: readonly [number, number]): Side {
  const parties = profiles.map((profile) => original.parties[profile] as Scenario["parties"][number]);
  const scenario: Scenario = { ...original, parties };
  return { scenario, inverses: scenarioInverses(scenario), analysis: analysisOf(scenario) };
}
