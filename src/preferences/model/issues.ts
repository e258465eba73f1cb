/**
 * @module
 * The issues that are negotiated, as plain data, and what their values are. Their checks stand in
 * `issue-checks.ts`, all outcomes of several issues in `outcome-space.ts`.
 */

/** BA-1: how many issues there may be. */
export const MOST_ISSUES = 64;

/** BA-1: how many values an issue may list. */
export const MOST_VALUES = 10_000;

/** What one issue can be settled at. */
export type IssueValue = string | number | boolean;

/** A list of values whose order says nothing about how alike they are. */
export interface CategoricalIssue {
  /** Unique among the issues, 1 to 200 characters. */
  readonly name: string;
  readonly kind: "categorical";
  /** 1 to 10,000, unique. */
  readonly values: readonly IssueValue[];
}

/** A list of values whose order has meaning: neighbours are alike. */
export interface OrdinalIssue {
  /** Unique among the issues, 1 to 200 characters. */
  readonly name: string;
  readonly kind: "ordinal";
  /** 1 to 10,000, unique, in order. */
  readonly values: readonly IssueValue[];
}

/** The integers `min`, `min + step`, ... up to `max`. */
export interface IntegerIssue {
  /** Unique among the issues, 1 to 200 characters. */
  readonly name: string;
  readonly kind: "integer";
  readonly min: number;
  /** Inclusive, if a number of steps reaches it. */
  readonly max: number;
  /**
   * An integer of at least 1.
   *
   * @default 1
   */
  readonly step?: number | undefined;
}

/** The real numbers from `min` to `max`, of which evenly spaced levels are enumerated. */
export interface ContinuousIssue {
  /** Unique among the issues, 1 to 200 characters. */
  readonly name: string;
  readonly kind: "continuous";
  readonly min: number;
  /** Inclusive; above `min`. */
  readonly max: number;
  /**
   * How many values stand for the range, both ends included: 2 to 10,000.
   *
   * @default 11
   */
  readonly levels?: number | undefined;
}

/**
 * One issue of a negotiation, as a user writes it.
 *
 * @see docs/requirements/bargaining.md, BA-1
 */
export type NegotiationIssue = CategoricalIssue | OrdinalIssue | IntegerIssue | ContinuousIssue;

/** An issue with its defaults filled in, frozen at every depth. */
export type CompleteIssue = CategoricalIssue | OrdinalIssue | CompleteIntegerIssue | CompleteContinuousIssue;

/** An integer issue with its step. */
export interface CompleteIntegerIssue extends IntegerIssue {
  readonly step: number;
}

/** A continuous issue with its number of levels. */
export interface CompleteContinuousIssue extends ContinuousIssue {
  readonly levels: number;
}

/** How many values of the issue are enumerated; at least 1. */
export function sizeOfIssue(issue: CompleteIssue): number {
  if (issue.kind === "integer") return Math.floor((issue.max - issue.min) / issue.step) + 1;
  return issue.kind === "continuous" ? issue.levels : issue.values.length;
}

/**
 * The value of an issue at its position in the order of BA-1.
 *
 * @param digit - from 0, below `sizeOfIssue(issue)`
 */
export function valueOfIssue(issue: CompleteIssue, digit: number): IssueValue {
  switch (issue.kind) {
    case "integer":
      return issue.min + digit * issue.step;
    case "continuous":
      // The formula may miss the end by a rounding; BA-1 wants it exact.
      return digit === issue.levels - 1
        ? issue.max
        : issue.min + (digit * (issue.max - issue.min)) / (issue.levels - 1);
    default:
      return issue.values[digit] as IssueValue;
  }
}

/**
 * The position of a value, or -1 when it is no value of the issue.
 *
 * A continuous value gets that of its nearest level, at a tie of the lower.
 */
export function digitOfValue(issue: CompleteIssue, value: unknown): number {
  switch (issue.kind) {
    case "integer": {
      if (typeof value !== "number" || !(value >= issue.min && value <= issue.max)) return -1;
      const digit = (value - issue.min) / issue.step;
      return Number.isInteger(digit) ? digit : -1;
    }
    case "continuous":
      return typeof value === "number" ? nearestLevel(issue, value) : -1;
    default:
      return issue.values.indexOf(value as IssueValue);
  }
}

function nearestLevel(issue: CompleteContinuousIssue, value: number): number {
  if (!(value >= issue.min && value <= issue.max)) return -1;
  const share = (value - issue.min) / (issue.max - issue.min);
  // Rounding may put the quotient on the wrong side of a level, so its neighbours are looked at as well.
  const first = Math.max(0, Math.floor(share * (issue.levels - 1)) - 1);
  const last = Math.min(issue.levels - 1, first + 3);
  let nearest = first;
  let least = Number.POSITIVE_INFINITY;
  for (let level = first; level <= last; level += 1) {
    const distance = Math.abs(value - (valueOfIssue(issue, level) as number));
    if (distance < least) {
      nearest = level;
      least = distance;
    }
  }
  return nearest;
}
