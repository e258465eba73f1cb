/**
 * @module
 * Rows on their way from a worker thread: numbers in typed arrays, which are not copied, and texts in one. Metrics
 * become objects when somebody looks at them: the thread that takes in all rows has no time for what nobody reads.
 */

import {
  type DistanceTarget,
  type Figure,
  figureOf,
  type NegotiationMetrics,
  type PartyMetrics,
  type UndefinedReason,
  undefinedBecause,
} from "../../analysis/index.js";
import type { Json } from "../../core/json/index.js";
import type { Status } from "../../core/record/index.js";
import type { Job } from "../play/index.js";
import type { TournamentRow } from "./tournament-row.js";

/** Some rows, packed. */
export interface PackedRows {
  /** Index of the job of each row. */
  readonly indices: readonly number[];
  /** Of each row as many. */
  readonly numbers: Float64Array<ArrayBuffer>;
  /** Of each row that has any as many; NaN where a figure is undefined. */
  readonly metrics: Float64Array<ArrayBuffer>;
  /** Beside each of those: where it is undefined, why, as an index from 1. */
  readonly reasons: Uint8Array<ArrayBuffer>;
  /** One a line, JSON where they might hold a line end. */
  readonly texts: string;
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
  #metrics: number[] = [];
  #reasons: number[] = [];
  #texts: string[] = [];

  /** How many rows wait to be taken. */
  get count(): number {
    return this.#indices.length;
  }

  add(index: number, row: TournamentRow): void {
    this.#indices.push(index);
    const metrics = row.metrics as unknown as NegotiationMetrics | null;
    const { agreement, error, costs, trace } = row;
    this.#number(row.agreed, row.turnCount, row.cycles, agreement !== null, error !== null);
    this.#number(metrics !== null, costs !== undefined, trace !== undefined);
    this.#texts.push(row.status, row.reason);
    if (agreement !== null) this.#texts.push(JSON.stringify(agreement));
    if (error !== null) this.#texts.push(JSON.stringify(error));
    if (costs !== undefined) this.#texts.push(JSON.stringify(costs));
    if (trace !== undefined) this.#texts.push(JSON.stringify(trace));
    for (const values of [row.utilities, row.advantages, row.discountedUtilities]) {
      for (const value of values) this.#numbers.push(value ?? Number.NaN);
    }
    if (metrics !== null) this.#addMetrics(metrics);
  }

  /** All that were added since the last time. Its buffers may be transferred. */
  take(): PackedRows {
    const packed = {
      indices: this.#indices,
      numbers: new Float64Array(this.#numbers),
      metrics: new Float64Array(this.#metrics),
      reasons: new Uint8Array(this.#reasons),
      texts: this.#texts.join("\n"),
    };
    [this.#indices, this.#numbers, this.#metrics, this.#reasons, this.#texts] = [[], [], [], [], []];
    return packed;
  }

  #addMetrics(metrics: NegotiationMetrics): void {
    const { agreement, distance, optimality } = metrics;
    this.#plain(metrics.turnCount, metrics.cycleCount, Number(metrics.agreed), Number(metrics.isPareto));
    this.#plain(agreement ?? Number.NaN);
    this.#figure(metrics.welfare);
    this.#figure(metrics.welfareOptimality);
    for (const target of TARGETS) this.#figure(distance[target]);
    for (const target of TARGETS) this.#figure(optimality[target]);
    for (const party of metrics.parties) {
      this.#plain(party.offerCount);
      for (const name of PARTY_FIGURES) this.#figure(party[name]);
    }
  }

  #number(...values: readonly (number | boolean)[]): void {
    for (const value of values) this.#numbers.push(Number(value));
  }

  #plain(...values: readonly number[]): void {
    for (const value of values) {
      this.#metrics.push(value);
      this.#reasons.push(0);
    }
  }

  #figure({ value, reason }: Figure): void {
    this.#metrics.push(value ?? Number.NaN);
    this.#reasons.push(reason === undefined ? 0 : 1 + REASONS.indexOf(reason));
  }
}

/** What of a package can change hands without a copy. */
export function buffersOf({ numbers, metrics, reasons }: PackedRows): readonly ArrayBuffer[] {
  return [numbers.buffer, metrics.buffer, reasons.buffer];
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
  const [hasMetrics, hasCosts, hasTrace] = [reader.boolean(), reader.boolean(), reader.boolean()];
  const [status, reason] = [reader.text() as Status, reader.text()];
  const agreement = hasAgreement ? reader.json() : null;
  const error = hasError ? (reader.json() as string) : null;
  const costs = hasCosts ? (reader.json() as unknown as TournamentRow["costs"]) : undefined;
  const trace = hasTrace ? reader.json() : undefined;
  const pair = (): (number | null)[] => [reader.numberOrNull(), reader.numberOrNull()];
  const { key, seed } = job;
  const [utilities, advantages, discountedUtilities] = [pair(), pair(), pair()];
  const figures = hasMetrics ? reader.figures() : undefined;
  let metrics: Json | undefined;
  const row: TournamentRow = {
    ...{ key, seed, hash, status, reason, agreed, turnCount, cycles, agreement },
    ...{ utilities, advantages, discountedUtilities },
    get metrics() {
      metrics ??= figures === undefined ? null : (metricsOf(figures, partyNames) as unknown as Json);
      return metrics;
    },
    error,
  };
  if (costs === undefined && trace === undefined) return row;
  return { ...row, ...(costs && { costs }), ...(trace !== undefined && { trace }) };
}

function metricsOf(figures: Figures, partyNames: readonly string[]): NegotiationMetrics {
  const [turnCount, cycleCount, agreed] = [figures.number(), figures.number(), figures.number() === 1];
  const isPareto = figures.number() === 1;
  const agreement = figures.number();
  return Object.freeze({
    ...{ turnCount, cycleCount, agreed, agreement: Number.isNaN(agreement) ? null : agreement, isPareto },
    welfare: figures.figure(),
    welfareOptimality: figures.figure(),
    distance: figuresOf(figures, TARGETS),
    optimality: figuresOf(figures, TARGETS),
    parties: partyNames.map((name): PartyMetrics => {
      const offerCount = figures.number();
      return { name, offerCount, ...figuresOf(figures, PARTY_FIGURES) };
    }),
  });
}

function figuresOf<Name extends string>(source: Figures, names: readonly Name[]): Record<Name, Figure> {
  const figures = {} as Record<Name, Figure>;
  for (const name of names) figures[name] = source.figure();
  return figures;
}

/** What every row has, one after the other. */
class Reader {
  readonly #packed: PackedRows;
  readonly #texts: readonly string[];
  #nextNumber = 0;
  #nextText = 0;
  #nextFigure = 0;

  constructor(packed: PackedRows) {
    this.#packed = packed;
    this.#texts = packed.texts.split("\n");
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
    return this.#texts[this.#nextText++] as string;
  }

  json(): Json {
    return JSON.parse(this.text()) as Json;
  }

  /** Those of the next row that has any, to be read at any time. */
  figures(): Figures {
    const start = this.#nextFigure;
    this.#nextFigure += METRICS_LENGTH;
    return new Figures(this.#packed, start);
  }
}

/** The metrics of one row. */
class Figures {
  readonly #packed: PackedRows;
  #next: number;

  constructor(packed: PackedRows, start: number) {
    this.#packed = packed;
    this.#next = start;
  }

  number(): number {
    return this.#packed.metrics[this.#next++] as number;
  }

  figure(): Figure {
    const reason = REASONS[(this.#packed.reasons[this.#next] as number) - 1];
    const value = this.number();
    return reason === undefined ? figureOf(value) : undefinedBecause(reason);
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

/** Numbered from 1; the type sees to it that none is missing. */
const REASONS = Object.keys({
  "no-rational-outcome": true,
  "no-range": true,
  "no-reservation": true,
  "no-offer": true,
  "one-offer": true,
  "no-concession": true,
  "no-value": true,
  "not-finite": true,
} satisfies Record<UndefinedReason, true>) as readonly UndefinedReason[];

/** Five numbers and two figures of all, two for each target, and those of two parties. */
const METRICS_LENGTH = 7 + 2 * TARGETS.length + 2 * (1 + PARTY_FIGURES.length);
