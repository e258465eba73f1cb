/**
 * @module
 * Whether strategies, what they are given and what their parts answer are what they should be.
 */

import { readOptions } from "../../core/checks/index.js";
import { shown } from "../../errors.js";
import { type InverseUtility, isInverseOf } from "../../preferences/inverse/index.js";
import {
  type CompleteIssue,
  type Fault,
  type FaultKey,
  type NegotiationIssue,
  type Preferences,
  refusedWith,
  reservationOf,
  sortOf,
} from "../../preferences/model/index.js";
import type { AcceptanceCondition, RunningModel, Setup, Strategy } from "./strategy.js";

/**
 * Refuses with `strategy_invalid`, listing every missing part.
 *
 * @param strategy - what a caller handed in
 * @param index - its place in a list of strategies
 */
export function demandStrategy(strategy: Strategy, index?: number): void {
  const faults = faultsOf(strategy, index === undefined ? [] : [index]);
  if (faults.length > 0) throw refusedWith("strategy_invalid", "a strategy", faults);
}

/** Whether the value is a strategy, as `demandStrategy` demands one. */
export function isStrategy(value: unknown): value is Strategy {
  return faultsOf(value, []).length === 0;
}

function faultsOf(value: unknown, at: readonly FaultKey[]): readonly Fault[] {
  if (typeof value !== "object" || value === null) {
    return [{ path: at, expected: "a strategy", received: sortOf(value) }];
  }
  const strategy = value as Partial<Strategy>;
  const faults: Fault[] = [];
  if (typeof strategy.name !== "string" || strategy.name === "") {
    faults.push({ path: [...at, "name"], expected: "a name", received: sortOf(strategy.name) });
  }
  for (const part of ["offering", "acceptance", "model"] as const) {
    const component: { readonly start?: unknown } | null | undefined = strategy[part];
    if (part === "model" && component === undefined) continue;
    if (typeof component?.start === "function") continue;
    faults.push({ path: [...at, part], expected: "an object with start()", received: sortOf(component) });
  }
  for (const hook of ["justify", "weigh"] as const) {
    if (strategy[hook] === undefined || typeof strategy[hook] === "function") continue;
    faults.push({
      path: [...at, hook],
      expected: "a function or nothing",
      received: sortOf(strategy[hook]),
    });
  }
  return faults;
}

/**
 * What does not fit, or `null`. Preferences are compared, not utilities, which would take as long as to sort them.
 *
 * @param inverse - what a caller handed in
 * @param issues - as the space or the scenario has them
 * @param path - where it was handed in
 */
export function inverseFault(
  inverse: InverseUtility,
  issues: readonly NegotiationIssue[],
  preferences: Preferences,
  path: readonly FaultKey[],
): Fault | null {
  const own = (inverse as Partial<InverseUtility> | null | undefined)?.space?.issues;
  if (!Array.isArray(own) || own.length !== issues.length) {
    return { path, expected: "an inverse utility over these issues", received: "another" };
  }
  for (let index = 0; index < issues.length; index += 1) {
    const issue = issues[index] as NegotiationIssue;
    if (isSameIssue(own[index] as CompleteIssue, issue)) continue;
    const expected = `an inverse utility over these issues, with ${issue.name} as it is`;
    return { path, expected, received: "another issue" };
  }
  if (inverse.reservation !== reservationOf(preferences)) {
    return {
      path,
      expected: "an inverse utility with the reservation of the preferences",
      received: "another",
    };
  }
  if (isInverseOf(inverse, preferences)) return null;
  return { path, expected: "an inverse utility of the preferences", received: "one of others" };
}

/** What an issue leaves out has its default, as in `outcomeSpace`. */
function isSameIssue(complete: CompleteIssue, issue: NegotiationIssue): boolean {
  if (complete === issue) return true;
  if (complete.name !== issue.name || complete.kind !== issue.kind) return false;
  if (complete.kind === "integer" && issue.kind === "integer") {
    return complete.min === issue.min && complete.max === issue.max && complete.step === (issue.step ?? 1);
  }
  if (complete.kind === "continuous" && issue.kind === "continuous") {
    const levels = issue.levels ?? 11;
    return complete.min === issue.min && complete.max === issue.max && complete.levels === levels;
  }
  return hasSameValues(complete, issue);
}

function hasSameValues(one: NegotiationIssue, other: NegotiationIssue): boolean {
  if (!("values" in one) || !("values" in other)) return false;
  if (one.values === other.values) return true;
  if (one.values.length !== other.values.length) return false;
  for (let place = 0; place < one.values.length; place += 1) {
    if (one.values[place] !== other.values[place]) return false;
  }
  return true;
}

/**
 * The options of a component that takes numbers only, each with its default.
 *
 * @throws {NegotiationError} `strategy_invalid`, listing every value that is no finite number
 */
export function readNumbers<Key extends string>(
  name: string,
  given: Readonly<Partial<Record<Key, number | undefined>>>,
  defaults: Readonly<Record<Key, number>>,
): Readonly<Record<Key, number>> {
  const options = readOptions(`the options of ${name}`, given, Object.keys(defaults) as Key[]);
  const numbers: Record<Key, number> = { ...defaults };
  for (const key in numbers) {
    const value = options[key];
    if (value !== undefined) numbers[key] = value;
  }
  checkNumbers(name, numbers);
  return numbers;
}

/** Refuses with `strategy_invalid`, listing every value that is no finite number. */
export function checkNumbers(name: string, values: Readonly<Record<string, unknown>>): void {
  const faults: Fault[] = [];
  for (const [key, value] of Object.entries(values)) {
    if (typeof value === "number" && Number.isFinite(value)) continue;
    faults.push({ path: [key], expected: "a finite number", received: sortOf(value) });
  }
  if (faults.length > 0) throw refusedWith("strategy_invalid", name, faults);
}

/**
 * The answer, if it is one.
 *
 * @throws {TypeError} for anything but `true` and `false`
 */
export function yesOrNo({ name }: AcceptanceCondition, answer: unknown): boolean {
  if (typeof answer === "boolean") return answer;
  const isPromise = answer instanceof Promise;
  // Nobody waits for it, and its failure would end the process.
  if (isPromise) answer.catch(() => {});
  const got = isPromise ? "a promise" : shown(answer);
  throw new TypeError(`Expected the condition ${name} to answer true or false at once, got ${got}.`);
}

/**
 * The strategy's running model.
 *
 * @throws {NegotiationError} `strategy_invalid` when the strategy has none
 */
export function neededModel({ model }: Pick<Setup, "model">, component: string): RunningModel {
  if (model !== null) return model;
  const faults = [{ path: ["model"], expected: `an opponent model for ${component}`, received: "none" }];
  throw refusedWith("strategy_invalid", "the strategy", faults);
}
