/**
 * @module
 * The issues that are negotiated, as plain data, what their values are, and their checks. All outcomes of several
 * issues are in `outcome-space.ts`.
 */

import { integerName, isIntegerIn, isText } from "../../core/checks/index.js";
import { isPlainObject } from "../../core/json/index.js";
import { shown } from "../../errors.js";
import { type FaultKey, FaultList, refusedWith, refuseUnknownKeys } from "./faults.js";

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

/**
 * The issues, complete and frozen at every depth.
 *
 * @throws {NegotiationError} `issue_invalid` with every fault
 * @see docs/requirements/bargaining.md, BA-1 and BA-2
 */
export function checkedIssues(issues: unknown): readonly CompleteIssue[] {
  const faults = new FaultList();
  const complete = completeIssues(issues, [], faults);
  if (complete === undefined) throw refusedWith("issue_invalid", "the issues", faults);
  return complete;
}

/** The same for importers, which list the faults of several parts: `undefined` when it added any. */
export function completeIssues(
  issues: unknown,
  path: readonly FaultKey[],
  faults: FaultList,
): readonly CompleteIssue[] | undefined {
  const before = faults.length;
  if (!Array.isArray(issues) || issues.length < 1 || issues.length > MOST_ISSUES) {
    const received = Array.isArray(issues) ? `a list of ${issues.length}` : typeof issues;
    faults.push({ path, expected: `a list of 1 to ${MOST_ISSUES} issues`, received });
    return undefined;
  }
  const complete: CompleteIssue[] = [];
  const names = new Set<string>();
  let cardinality = 1;
  for (let index = 0; index < issues.length; index += 1) {
    const issue = completeIssue(issues[index], [...path, index], names, faults);
    if (issue === undefined) continue;
    complete.push(issue);
    cardinality *= sizeOfIssue(issue);
  }
  if (cardinality > MOST_OUTCOMES) {
    faults.push({ path, expected: "at most 2^53 outcomes", received: `about ${cardinality.toPrecision(3)}` });
  }
  return faults.length > before ? undefined : Object.freeze(complete);
}

/** BA-1. */
const MOST_CHARACTERS = 200;
const DEFAULT_LEVELS = 11;
const DEFAULT_STEP = 1;

/** BA-2: so far every integer is a number of its own. */
const MOST_OUTCOMES = 2 ** 53;

/** One issue under check. */
interface Draft {
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly path: readonly FaultKey[];
  readonly faults: FaultList;
}

function note({ path, faults }: Draft, keys: readonly FaultKey[], expected: string, came: unknown): void {
  faults.push({ path: [...path, ...keys], expected, received: shown(came) });
}

function completeIssue(
  issue: unknown,
  path: readonly FaultKey[],
  names: Set<string>,
  faults: FaultList,
): CompleteIssue | undefined {
  if (!isPlainObject(issue)) {
    faults.push({ path, expected: "an issue { name, kind, ... }", received: shown(issue) });
    return undefined;
  }
  const before = faults.length;
  const draft: Draft = { name: issue["name"] as string, fields: issue, path, faults };
  checkName(draft, names);
  const complete = completeKind(draft);
  return faults.length > before || complete === undefined ? undefined : Object.freeze(complete);
}

function checkName(draft: Draft, names: Set<string>): void {
  const { name } = draft;
  // `__proto__` as a key of terms would set a prototype instead of a member.
  if (!isText(name, MOST_CHARACTERS) || name === "__proto__") {
    note(draft, ["name"], `a name of 1 to ${MOST_CHARACTERS} characters, not "__proto__"`, name);
    return;
  }
  if (names.has(name)) note(draft, ["name"], "a name that no earlier issue has", name);
  names.add(name);
}

const KEYS = {
  categorical: ["name", "kind", "values"],
  ordinal: ["name", "kind", "values"],
  integer: ["name", "kind", "min", "max", "step"],
  continuous: ["name", "kind", "min", "max", "levels"],
} as const satisfies Record<NegotiationIssue["kind"], readonly string[]>;

function completeKind(draft: Draft): CompleteIssue | undefined {
  const { name, fields, path, faults } = draft;
  const kind = fields["kind"] as NegotiationIssue["kind"];
  if (typeof kind !== "string" || !Object.hasOwn(KEYS, kind)) {
    note(draft, ["kind"], '"categorical", "ordinal", "integer" or "continuous"', kind);
    return undefined;
  }
  refuseUnknownKeys(fields, KEYS[kind], () => path, faults);
  if (kind === "integer") return completeInteger(draft);
  return kind === "continuous" ? completeContinuous(draft) : { name, kind, values: checkedValues(draft) };
}

function checkedValues(draft: Draft): readonly IssueValue[] {
  const list = draft.fields["values"];
  if (!Array.isArray(list) || list.length < 1 || list.length > MOST_VALUES) {
    const received = Array.isArray(list) ? `a list of ${list.length}` : shown(list);
    const path = [...draft.path, "values"];
    draft.faults.push({ path, expected: `a list of 1 to ${MOST_VALUES} values`, received });
    return [];
  }
  const values: IssueValue[] = [];
  const seen = new Set<unknown>();
  for (let index = 0; index < list.length; index += 1) {
    const value: unknown = list[index];
    if (!isIssueValue(value)) {
      note(draft, ["values", index], "a string, a finite number or a boolean", value);
    } else if (seen.has(value)) {
      note(draft, ["values", index], "a value that is not in the list before", value);
    } else {
      seen.add(value);
      // JSON knows no -0.
      values.push(value === 0 ? 0 : value);
    }
  }
  return Object.freeze(values);
}

function isIssueValue(value: unknown): value is IssueValue {
  return typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}

function completeInteger(draft: Draft): CompleteIntegerIssue {
  const wanted = "a safe integer";
  const min = numberAt(draft, "min", Number.isSafeInteger, wanted);
  const max = numberAt(draft, "max", Number.isSafeInteger, wanted);
  demandOrder(draft, min, max, min <= max);
  const step = numberAt(draft, "step", (one) => isIntegerIn(one, 1), integerName(1), DEFAULT_STEP);
  return { name: draft.name, kind: "integer", min, max, step };
}

function completeContinuous(draft: Draft): CompleteContinuousIssue {
  const before = draft.faults.length;
  const min = numberAt(draft, "min", Number.isFinite, "a finite number");
  const max = numberAt(draft, "max", Number.isFinite, "a finite number");
  const isLevels = (count: number): boolean => isIntegerIn(count, 2, MOST_VALUES);
  const levels = numberAt(draft, "levels", isLevels, integerName(2, MOST_VALUES), DEFAULT_LEVELS);
  // With min = max all levels would be duplicates of one value.
  demandOrder(draft, min, max, min < max);
  const issue: CompleteContinuousIssue = { name: draft.name, kind: "continuous", min, max, levels };
  if (draft.faults.length === before && !hasDistinctLevels(issue)) {
    note(draft, ["max"], `a range that ${levels} distinct finite levels fit into`, [min, max]);
  }
  return issue;
}

function hasDistinctLevels(issue: CompleteContinuousIssue): boolean {
  const { min, max, levels } = issue;
  const range = max - min;
  // Far apart, as nearly always: nothing can round together, and not all levels need to be looked at.
  const farthest = Math.max(Math.abs(min), Math.abs(max));
  if (range / levels > farthest * 8 * Number.EPSILON && Number.isFinite(range * levels)) return true;
  for (let level = 1; level < issue.levels; level += 1) {
    if (!(valueOfIssue(issue, level) > valueOfIssue(issue, level - 1))) return false;
    if (!Number.isFinite(valueOfIssue(issue, level))) return false;
  }
  return true;
}

function numberAt(
  draft: Draft,
  key: string,
  isFit: (value: number) => boolean,
  expected: string,
  fallback?: number,
): number {
  const given = draft.fields[key];
  const value = given === undefined ? fallback : given;
  if (typeof value === "number" && isFit(value)) return value === 0 ? 0 : value;
  note(draft, [key], expected, given);
  return Number.NaN;
}

function demandOrder(draft: Draft, min: number, max: number, isOrdered: boolean): void {
  if (isOrdered || Number.isNaN(min) || Number.isNaN(max)) return;
  note(draft, ["max"], `a maximum above ${min}`, max);
}
