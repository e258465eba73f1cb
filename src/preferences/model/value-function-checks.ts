/**
 * @module
 * Checks the functions that evaluate single issues, and bounds what they give.
 */

import type { FieldCheck } from "./field-check.js";
import type { OutcomeSpace } from "./outcome-space.js";
import type { CompleteValueFunction } from "./preferences.js";

/** The member `values` of additive preferences: one function an issue. What is faulty is left out. */
export function checkedValueFunctions(
  check: FieldCheck,
  space: OutcomeSpace,
): readonly CompleteValueFunction[] {
  const list = check.list("values");
  if (list.length !== space.sizes.length) {
    if (Array.isArray(check.fields["values"])) check.fault("values", `a list of ${space.sizes.length}`);
    return [];
  }
  const functions: CompleteValueFunction[] = [];
  for (let index = 0; index < list.length; index += 1) {
    const inner = check.inside("values", index);
    const complete = inner && completeFunction(inner, space.range(index), space.sizes[index] as number);
    if (complete !== undefined) functions.push(Object.freeze(complete));
  }
  return Object.freeze(functions);
}

/** Least and greatest value of an issue; `null` where not all are numbers. */
type Range = readonly [number, number] | null;

/** An upper bound of the absolute evaluations of all values of the issue. */
export function largestEvaluation(evaluation: CompleteValueFunction, range: Range): number {
  switch (evaluation.kind) {
    case "table":
      return evaluation.values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    case "triangular":
      return Math.abs(evaluation.height);
    case "linear": {
      const farthest = Math.max(...(range ?? []).map((value) => Math.abs(value - evaluation.from)));
      return Math.abs(evaluation.slope) * farthest + Math.abs(evaluation.offset);
    }
  }
}

function completeFunction(check: FieldCheck, range: Range, size: number): CompleteValueFunction | undefined {
  const kind = check.oneOf("kind", ["table", "linear", "triangular"]);
  if (kind === undefined) return undefined;
  if (kind === "table") {
    check.onlyKeys("kind", "values");
    return { kind, values: check.numbers("values", size) };
  }
  if (range === null) check.fault("kind", "table, as not all values of the issue are numbers");
  return kind === "linear" ? completeLinear(check) : completeTriangular(check);
}

function completeLinear(check: FieldCheck): CompleteValueFunction {
  check.onlyKeys("kind", "slope", "offset", "from", "clamp");
  const slope = check.number("slope");
  const offset = check.number("offset", 0);
  const from = check.number("from", 0);
  const given = check.fields["clamp"] ?? null;
  const clamp = given === null ? null : (check.numbers("clamp", 2) as readonly [number, number]);
  if (clamp !== null && clamp[0] > clamp[1]) check.fault("clamp", "a lower and a higher number");
  return { kind: "linear", slope, offset, from, clamp };
}

function completeTriangular(check: FieldCheck): CompleteValueFunction {
  check.onlyKeys("kind", "low", "top", "high", "height");
  const low = check.number("low");
  const top = check.number("top");
  const high = check.number("high");
  const height = check.number("height", 1);
  if (low > top) check.fault("top", "a number of at least low");
  if (top > high) check.fault("high", "a number of at least top");
  return { kind: "triangular", low, top, high, height };
}
