/**
 * @module
 * Rows on their way from a worker thread: numbers in one typed array and texts in one list. What both sides know
 * of a job is not sent, and a row arrives in a third of the time that its JSON would take (measured).
 */

import type { DistanceTarget } from "../analysis/distances.js";
import { type Figure, figureOf, type UndefinedReason, undefinedBecause } from "../analysis/figure.js";
import type { NegotiationMetrics } from "../analysis/metrics-of.js";
import type { PartyMetrics } from "../analysis/party-metrics.js";
import type { Json, Status } from "../core/negotiation.js";
import type { Job } from "./jobs.js";
import type { TournamentRow } from "./tournament-row.js";

/** Some rows, packed. */
export interface PackedRows {
  /** Index of the job of each row. */
  readonly indices: readonly number[];
  readonly numbers: Float64Array;
  readonly texts: readonly string[];
}

/** What both sides know of a job. */
export interface KnownOfJob {
  readonly job: Job;
  readonly hash: number;
  /** Of the parties, in the order of the strategies. */
  readonly partyNames: readonly string[];
}

/** Packs rows one after the other. */
export class RowPacker {
  #indices: number[] = [];
  #numbers: number[] = [];
  #texts: string[] = [];

  /** How many rows wait to be taken. */
  get count(): number {
    return this.#indices.length;
  }

  add(index: number, row: TournamentRow): void {
    this.#indices.push(index);
    const metrics = row.metrics as unknown as NegotiationMetrics | null;
    const { agreement, error, trace } = row;
    this.#number(row.agreed, row.turnCount, row.cycles, agreement !== null, error !== null);
    this.#number(metrics !== null, trace !== undefined);
    this.#texts.push(row.status, row.reason);
    if (agreement !== null) this.#texts.push(JSON.stringify(agreement));
    if (error !== null) this.#texts.push(error);
    if (trace !== undefined) this.#texts.push(JSON.stringify(trace));
    for (const values of [row.utilities, row.advantages, row.discountedUtilities]) {
      for (const value of values) this.#numbers.push(value ?? Number.NaN);
    }
    if (metrics !== null) this.#addMetrics(metrics);
  }

  /** All that were added since the last time. */
  take(): PackedRows {
    const packed = {
      indices: this.#indices,
      numbers: new Float64Array(this.#numbers),
      texts: this.#texts,
    };
    [this.#indices, this.#numbers, this.#texts] = [[], [], []];
    return packed;
  }

  #addMetrics(metrics: NegotiationMetrics): void {
    const { agreement, distance, optimality } = metrics;
    this.#number(metrics.turnCount, metrics.cycleCount, metrics.agreed, metrics.isPareto);
    this.#numbers.push(agreement ?? Number.NaN);
    this.#figure(metrics.welfare);
    this.#figure(metrics.welfareOptimality);
    for (const target of TARGETS) this.#figure(distance[target]);
    for (const target of TARGETS) this.#figure(optimality[target]);
    for (const party of metrics.parties) {
      this.#numbers.push(party.offerCount);
      for (const name of PARTY_FIGURES) this.#figure(party[name]);
    }
  }

  #number(...values: readonly (number | boolean)[]): void {
    for (const value of values) this.#numbers.push(Number(value));
  }

  #figure({ value, reason }: Figure): void {
    this.#numbers.push(value ?? Number.NaN);
    if (reason !== undefined) this.#texts.push(reason);
  }
}

/** The rows of a package, in the order in which they were added; `known` tells of a job by its index. */
export function unpackedRows(
  packed: PackedRows,
  known: (index: number) => KnownOfJob,
): readonly TournamentRow[] {
  const reader = new Reader(packed);
  return packed.indices.map((index) => rowOf(reader, known(index)));
}

function rowOf(reader: Reader, { job, hash, partyNames }: KnownOfJob): TournamentRow {
  const [agreed, turnCount, cycles] = [reader.boolean(), reader.number(), reader.number()];
  const [hasAgreement, hasError] = [reader.boolean(), reader.boolean()];
  const [hasMetrics, hasTrace] = [reader.boolean(), reader.boolean()];
  const [status, reason] = [reader.text() as Status, reader.text()];
  const agreement = hasAgreement ? (JSON.parse(reader.text()) as Json) : null;
  const error = hasError ? reader.text() : null;
  const trace = hasTrace ? { trace: JSON.parse(reader.text()) as Json } : undefined;
  const pair = (): (number | null)[] => [reader.numberOrNull(), reader.numberOrNull()];
  const { key, seed } = job;
  const [utilities, advantages, discountedUtilities] = [pair(), pair(), pair()];
  const metrics = hasMetrics ? (metricsOf(reader, partyNames) as unknown as Json) : null;
  return {
    ...{ key, seed, hash, status, reason, agreed, turnCount, cycles, agreement },
    ...{ utilities, advantages, discountedUtilities, metrics, error },
    ...trace,
  };
}

function metricsOf(reader: Reader, partyNames: readonly string[]): NegotiationMetrics {
  const [turnCount, cycleCount, agreed] = [reader.number(), reader.number(), reader.boolean()];
  const isPareto = reader.boolean();
  const agreement = reader.numberOrNull();
  return {
    ...{ turnCount, cycleCount, agreed, agreement, isPareto },
    welfare: reader.figure(),
    welfareOptimality: reader.figure(),
    distance: figuresOf(reader, TARGETS),
    optimality: figuresOf(reader, TARGETS),
    parties: partyNames.map((name): PartyMetrics => {
      const offerCount = reader.number();
      return { name, offerCount, ...figuresOf(reader, PARTY_FIGURES) };
    }),
  };
}

function figuresOf<Name extends string>(reader: Reader, names: readonly Name[]): Record<Name, Figure> {
  const figures = {} as Record<Name, Figure>;
  for (const name of names) figures[name] = reader.figure();
  return figures;
}

class Reader {
  readonly #packed: PackedRows;
  #nextNumber = 0;
  #nextText = 0;

  constructor(packed: PackedRows) {
    this.#packed = packed;
  }

  number(): number {
    return this.#packed.numbers[this.#nextNumber++] as number;
  }

  numberOrNull(): number | null {
    const value = this.number();
    return Number.isNaN(value) ? null : value;
  }

  boolean(): boolean {
    return this.number() === 1;
  }

  text(): string {
    return this.#packed.texts[this.#nextText++] as string;
  }

  figure(): Figure {
    const value = this.number();
    return Number.isNaN(value) ? undefinedBecause(this.text() as UndefinedReason) : figureOf(value);
  }
}

/** In the order of `distancesOf`. */
const TARGETS: readonly DistanceTarget[] = [
  "frontier",
  "nash",
  "kalaiEgalitarian",
  "kalaiSmorodinsky",
  "minimumGainSpread",
  "minimumUtilityDifference",
  "maximumWelfare",
  "maximumRelativeWelfare",
];

/** In the order of `partyMetricsOf`. */
const PARTY_FIGURES = [
  "utility",
  "advantage",
  "concession",
  "patience",
  "monotonicity",
  "variability",
  "concessionShare",
] as const satisfies readonly (keyof PartyMetrics)[];
