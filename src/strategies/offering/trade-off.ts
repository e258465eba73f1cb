/**
 * @module
 * Trade-offs: an offer that is as good for oneself as before and as like as can be to what the other side proposed,
 * by similarities of values or by a model.
 */

import { demandOneOf, readOptions } from "../../core/checks/index.js";
import type { InverseUtility } from "../../preferences/inverse/index.js";
import {
  type CompleteIssue,
  type Fault,
  type OutcomeSpace,
  refusedWith,
} from "../../preferences/model/index.js";
import {
  type Aspiration,
  type AspirationCurve,
  aspirationLevel,
  aspirationOf,
  highestScored,
  neededModel,
  type Offer,
  type OfferingPolicy,
  type PartyView,
  type RunningOffering,
  type Setup,
  valueScores,
} from "../play/index.js";

/** How a trade-off is made. */
export interface TradeOffOptions extends SimilarityOptions {
  /**
   * When the level goes down. `smart`: when the contour holds nothing more like the other side's offer than what was
   * last proposed. A curve: by time.
   * @default "smart"
   */
  readonly level?: "smart" | AspirationCurve | undefined;
  /**
   * How much each issue counts in likeness: all the same, or what the strategy's opponent model says.
   * @default "uniform"
   */
  readonly weights?: "uniform" | "model" | undefined;
}

/**
 * Opens with its best outcome. Then, of the rational outcomes within 2 % of its range around a level, it proposes
 * the one most like the other side's last offer (of equal ones that of higher own utility, then of lower index);
 * where there is none, the lowest at or above the level.
 *
 * A `smart` level starts at the best utility and goes down by 5 % of the range at each turn at which the likeness
 * that can be reached is no greater than at the own previous turn. That two such parties converge is not promised.
 * A turn costs O(contour x issues), on at most 10,000 outcomes of the contour.
 *
 * @throws {NegotiationError} `strategy_invalid` for a curve or measure that is none
 * @see Faratin, Sierra, Jennings, Using similarity criteria to make issue trade-offs in automated negotiations, 2002;
 * OAP RFC 0002, B.2; docs/requirements/bargaining.md, BA-24
 */
export function offerTradeOff(given: TradeOffOptions = {}): OfferingPolicy {
  const options = readOptions("the options of trade-off", given, ["level", "weights", "measure", "tables"]);
  const { level = "smart", weights = "uniform" } = options;
  demandOneOf("weights", weights, ["uniform", "model"]);
  checkSimilarity(options);
  const aspiration = level === "smart" ? null : aspirationOf(level);
  return Object.freeze({
    name: "trade-off",
    start: (setup: Setup) => start(setup, options, aspiration),
  } satisfies OfferingPolicy);
}

/** How far from the level an outcome is as good, and how far the level goes down: shares of the range (BA-24). */
const WIDTH = 0.02;
const STEP = 0.05;

/** What to propose at a turn, and the level that it was chosen at. */
interface Plan {
  readonly level: number;
  readonly outcome: number;
}

function start(setup: Setup, options: TradeOffOptions, aspiration: Aspiration | null): RunningOffering {
  const { inverse, space } = setup;
  const similarity = outcomeSimilarity(space, { measure: options.measure, tables: options.tables });
  const model = options.weights === "model" ? neededModel(setup, "trade-off by its weights") : null;
  const range = inverse.maximum - inverse.floor;

  function aim({ received }: PartyView): void {
    similarity.aim(received.indexAt(-1), model?.weights() ?? null);
  }

  /** The likest outcome of the contour, or -1. */
  function likestAt(level: number): number {
    const [from, to] = contourRanks(inverse, level, WIDTH * range);
    return from === to ? -1 : highestScored(inverse, similarity.of, from, to);
  }

  if (aspiration !== null) {
    const levelAt = aspirationLevel(aspiration, inverse);
    return Object.freeze({
      next(view: PartyView) {
        if (view.received.length === 0) return inverse.best();
        aim(view);
        const asked = levelAt(view.relativeTime);
        const likest = likestAt(asked);
        return likest === -1 ? inverse.lowestAtLeast(asked) : likest;
      },
    });
  }

  let held = inverse.maximum;
  /** The likeness reached at the own previous counter; `null` before there is one. */
  let reached: number | null = null;
  let plan: Plan | null = null;

  function planAt(view: PartyView): Plan {
    aim(view);
    let likest = likestAt(held);
    let level = held;
    if (reached !== null && (likest === -1 || similarity.of(likest) <= reached)) {
      level = Math.max(held - STEP * range, inverse.floor);
      likest = likestAt(level);
    }
    return { level, outcome: likest === -1 ? inverse.lowestAtLeast(level) : likest };
  }

  return Object.freeze({
    next(view: PartyView) {
      if (view.received.length === 0) return inverse.best();
      plan = planAt(view);
      return plan.outcome;
    },
    observe(offer: Offer, view: PartyView) {
      // A plan becomes a level only when the offer was made; after a restart it is made here.
      if (offer.isOwn && view.received.length > 0) {
        held = (plan ?? planAt(view)).level;
        reached = similarity.of(offer.index);
      }
      plan = null;
    },
  });
}

/** A larger contour is cut to so many outcomes, those nearest the level (BA-24). */
const MOST_ON_CONTOUR = 10_000;

/**
 * The ranks [from, to) of the rational outcomes whose utility is at most `width` from the level; empty if there is
 * none. Of more than `most` the nearest to the level, of equally near ones those of higher utility. O(log n).
 *
 * @see docs/requirements/bargaining.md, BA-24
 */
function contourRanks(
  inverse: InverseUtility,
  level: number,
  width: number,
  most: number = MOST_ON_CONTOUR,
): readonly [from: number, to: number] {
  const utilityAt = (rank: number): number => inverse.utility(inverse.at(rank));
  const isOn = (rank: number): boolean => Math.abs(utilityAt(rank) - level) <= width;
  const lowest = Math.max(0, inverse.size - inverse.rationalCount);
  let [from, to] = inverse.range(level - width, level + width);
  // The ends were rounded; what counts is the distance, as anyone would check it.
  while (from < to && !isOn(from)) from += 1;
  while (to > from && !isOn(to - 1)) to -= 1;
  while (from > 0 && isOn(from - 1)) from -= 1;
  while (to < inverse.size && isOn(to)) to += 1;
  from = Math.max(from, lowest);
  if (to - from <= most) return [from, Math.max(from, to)];
  const first = nearestWindow(utilityAt, level, from, to - most, most);
  return [first, first + most];
}

/** The first rank, in [low, high], of the `length` ranks nearest to the level. */
function nearestWindow(
  utilityAt: (rank: number) => number,
  level: number,
  low: number,
  high: number,
  length: number,
): number {
  let from = low;
  let to = high;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const lower = utilityAt(middle);
    const upper = utilityAt(middle + length);
    const excess = level - lower - (upper - level);
    if (excess > 0 || (excess === 0 && lower < upper)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** How likeness is measured. */
export interface SimilarityOptions {
  /**
   * `linear`: the weighted mean of the likenesses s on the issues. `euclidean`: 1 less the root of the weighted mean
   * of (1 - s)^2, which minds a large difference on one issue more.
   * @default "linear"
   */
  readonly measure?: "linear" | "euclidean" | undefined;
  /**
   * For categorical issues by name: likeness in [0, 1] of each value (row) to each value (column), in their order.
   * Without a table equal values have 1 and others 0.
   */
  readonly tables?: Readonly<Record<string, readonly (readonly number[])[]>> | undefined;
}

/** Likeness to one outcome at a time. */
interface RunningSimilarity {
  /**
   * Sets the outcome to compare with, and the weights of the issues; they are scaled to sum to 1, `null` for equal
   * ones. O(values of all issues).
   */
  readonly aim: (index: number, weights: readonly number[] | null) => void;
  /** Likeness of an outcome to the one that was aimed at, in [0, 1]; O(issues). */
  readonly of: (index: number) => number;
}

/**
 * The measure over a space. On an issue whose values have an order, likeness is 1 less the distance of the values
 * over the range of the issue; 1 where there is only one.
 *
 * @throws {NegotiationError} `strategy_invalid` for a table that fits no categorical issue
 * @see Faratin, Sierra, Jennings, Using similarity criteria to make issue trade-offs in automated negotiations, 2002,
 * section 4; docs/requirements/bargaining.md, BA-24
 */
function outcomeSimilarity(space: OutcomeSpace, options: SimilarityOptions = {}): RunningSimilarity {
  const read = readOptions("the options of outcomeSimilarity", options, ["measure", "tables"]);
  const { measure = "linear", tables = {} } = read;
  checkSimilarity(read);
  checkTables(tables, space);
  const { scores, offsets, locate, sum } = valueScores(space);
  const places = new Int32Array(space.issues.length);
  const likenesses = space.issues.map((issue, position) =>
    likenessOn(issue, space.sizes[position] as number, tables[issue.name]),
  );
  return Object.freeze({
    aim(index: number, weights: readonly number[] | null) {
      locate(index, places);
      const total = weights?.reduce((one, other) => one + other, 0) ?? 0;
      for (const [position, likeness] of likenesses.entries()) {
        const weight =
          weights !== null && total > 0 ? (weights[position] as number) / total : 1 / likenesses.length;
        const from = offsets[position] as number;
        const to = offsets[position + 1] as number;
        const target = (places[position] as number) - from;
        for (let place = from; place < to; place += 1) {
          const alike = likeness(place - from, target);
          scores[place] = weight * (measure === "linear" ? alike : (1 - alike) ** 2);
        }
      }
    },
    of: measure === "linear" ? sum : (index: number) => 1 - Math.sqrt(sum(index)),
  });
}

/** Refuses with `strategy_invalid` a measure that is none; what can be told without a space. */
function checkSimilarity({ measure = "linear" }: SimilarityOptions): void {
  const given: unknown = measure;
  if (given === "linear" || given === "euclidean") return;
  const faults = [{ path: ["measure"], expected: '"linear" or "euclidean"', received: String(given) }];
  throw refusedWith("strategy_invalid", "the similarity", faults);
}

/** Likeness of the values at two positions of an issue, in [0, 1]. */
type Likeness = (digit: number, target: number) => number;

function likenessOn(
  issue: CompleteIssue,
  size: number,
  table: readonly (readonly number[])[] | undefined,
): Likeness {
  if (table !== undefined) return (digit, target) => table[digit]?.[target] ?? 0;
  if (issue.kind === "categorical") return (digit, target) => (digit === target ? 1 : 0);
  // The values are evenly spaced, so that their distance over the range is that of their positions.
  return size === 1 ? () => 1 : (digit, target) => 1 - Math.abs(digit - target) / (size - 1);
}

function checkTables(tables: NonNullable<SimilarityOptions["tables"]>, space: OutcomeSpace): void {
  const faults: Fault[] = [];
  for (const [name, table] of Object.entries(tables)) {
    const position = space.issues.findIndex((issue) => issue.name === name);
    const size = space.sizes[position];
    if (size === undefined || space.issues[position]?.kind !== "categorical") {
      faults.push({
        path: ["tables", name],
        expected: "the name of a categorical issue",
        received: "another",
      });
    } else if (!isTable(table, size)) {
      const expected = `${size} rows of ${size} numbers in [0, 1]`;
      faults.push({ path: ["tables", name], expected, received: "another shape or range" });
    }
  }
  if (faults.length > 0) throw refusedWith("strategy_invalid", "the similarity", faults);
}

function isTable(table: unknown, size: number): boolean {
  const isRow = (row: unknown): boolean =>
    Array.isArray(row) &&
    row.length === size &&
    row.every((one) => typeof one === "number" && one >= 0 && one <= 1);
  return Array.isArray(table) && table.length === size && table.every(isRow);
}
