/**
 * @module
 * Checks issues as somebody wrote them and completes them, or lists everything that is wrong with them (BA-1).
 */

import { isText } from "../../core/checks/index.js";
import { isPlainObject } from "../../core/json/index.js";
import { shown } from "../../errors.js";
import { type FaultKey, FaultList, refusedWith, refuseUnknownKeys } from "./faults.js";
import type { CompleteContinuousIssue, CompleteIntegerIssue, CompleteIssue, IssueValue } from "./issues.js";
import { MOST_ISSUES, MOST_VALUES, sizeOfIssue, valueOfIssue } from "./issues.js";

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
  const name = checkedName(issue["name"], [...path, "name"], names, faults);
  const draft: Draft = { name, fields: issue, path, faults };
  const complete = completeKind(draft);
  return faults.length > before || complete === undefined ? undefined : Object.freeze(complete);
}

function checkedName(
  name: unknown,
  path: readonly FaultKey[],
  names: Set<string>,
  faults: FaultList,
): string {
  // `__proto__` as a key of terms would set a prototype instead of a member.
  if (!isText(name, MOST_CHARACTERS) || name === "__proto__") {
    const expected = `a name of 1 to ${MOST_CHARACTERS} characters, not "__proto__"`;
    faults.push({ path, expected, received: shown(name) });
    return "";
  }
  if (names.has(name)) {
    faults.push({ path, expected: "a name that no earlier issue has", received: shown(name) });
  }
  names.add(name);
  return name;
}

function completeKind(draft: Draft): CompleteIssue | undefined {
  const { name, fields, path, faults } = draft;
  const kind = fields["kind"];
  switch (kind) {
    case "categorical":
    case "ordinal": {
      refuseUnknownKeys(fields, ["name", "kind", "values"], () => path, faults);
      return { name, kind, values: checkedValues(draft) };
    }
    case "integer":
      refuseUnknownKeys(fields, ["name", "kind", "min", "max", "step"], () => path, faults);
      return completeInteger(draft);
    case "continuous":
      refuseUnknownKeys(fields, ["name", "kind", "min", "max", "levels"], () => path, faults);
      return completeContinuous(draft);
    default:
      faults.push({
        path: [...path, "kind"],
        expected: '"categorical", "ordinal", "integer" or "continuous"',
        received: shown(kind),
      });
      return undefined;
  }
}

function checkedValues({ fields, path, faults }: Draft): readonly IssueValue[] {
  const list = fields["values"];
  if (!Array.isArray(list) || list.length < 1 || list.length > MOST_VALUES) {
    const received = Array.isArray(list) ? `a list of ${list.length}` : shown(list);
    faults.push({ path: [...path, "values"], expected: `a list of 1 to ${MOST_VALUES} values`, received });
    return [];
  }
  const values: IssueValue[] = [];
  const seen = new Set<unknown>();
  for (let index = 0; index < list.length; index += 1) {
    const value: unknown = list[index];
    if (!isIssueValue(value)) {
      const expected = "a string, a finite number or a boolean";
      faults.push({ path: [...path, "values", index], expected, received: shown(value) });
    } else if (seen.has(value)) {
      const expected = "a value that is not in the list before";
      faults.push({ path: [...path, "values", index], expected, received: shown(value) });
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
  const isStep = (step: number): boolean => Number.isSafeInteger(step) && step >= 1;
  const step = numberAt(draft, "step", isStep, "an integer of at least 1", DEFAULT_STEP);
  return { name: draft.name, kind: "integer", min, max, step };
}

function completeContinuous(draft: Draft): CompleteContinuousIssue {
  const before = draft.faults.length;
  const min = numberAt(draft, "min", Number.isFinite, "a finite number");
  const max = numberAt(draft, "max", Number.isFinite, "a finite number");
  const isLevels = (count: number): boolean => Number.isInteger(count) && count >= 2 && count <= MOST_VALUES;
  const levels = numberAt(draft, "levels", isLevels, `an integer from 2 to ${MOST_VALUES}`, DEFAULT_LEVELS);
  // With min = max all levels would be duplicates of one value.
  demandOrder(draft, min, max, min < max);
  const issue: CompleteContinuousIssue = { name: draft.name, kind: "continuous", min, max, levels };
  if (draft.faults.length === before && !hasDistinctLevels(issue)) {
    const expected = `a range that ${levels} distinct finite levels fit into`;
    draft.faults.push({ path: [...draft.path, "max"], expected, received: shown([min, max]) });
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
  { fields, path, faults }: Draft,
  key: string,
  isFit: (value: number) => boolean,
  expected: string,
  fallback?: number,
): number {
  const given = fields[key];
  const value = given === undefined ? fallback : given;
  if (typeof value === "number" && isFit(value)) return value === 0 ? 0 : value;
  faults.push({ path: [...path, key], expected, received: shown(fields[key]) });
  return Number.NaN;
}

function demandOrder({ path, faults }: Draft, min: number, max: number, isOrdered: boolean): void {
  if (isOrdered || Number.isNaN(min) || Number.isNaN(max)) return;
  faults.push({ path: [...path, "max"], expected: `a maximum above ${min}`, received: shown(max) });
}
