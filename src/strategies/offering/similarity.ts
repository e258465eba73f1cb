/**
 * @module
 * How alike two outcomes are, issue by issue: the measure by which a trade-off makes its offer look like the other
 * side's.
 */

import { readOptions } from "../../core/checks/index.js";
import type { CompleteIssue, Fault, OutcomeSpace } from "../../preferences/model/index.js";
import { refusedWith } from "../../preferences/model/index.js";
import { valueScores } from "../scales/index.js";

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
export interface RunningSimilarity {
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
export function outcomeSimilarity(space: OutcomeSpace, options: SimilarityOptions = {}): RunningSimilarity {
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
export function checkSimilarity({ measure = "linear" }: SimilarityOptions): void {
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
