/**
 * @module
 * Checks preferences against the issues and completes them, or lists everything that is wrong with them (BA-4).
 */

import { isPlainObject } from "../../core/json/index.js";
import { type FaultKey, type FaultList, type FieldCheck, fieldCheck } from "./faults.js";
import type { IssueValue } from "./issues.js";
import type { IssueTerms, OutcomeSpace } from "./outcome-space.js";
import type {
  CompleteAdditive,
  CompleteAffine,
  CompleteDiscounted,
  CompleteMapping,
  CompletePreferences,
  CompleteRectangle,
  CompleteRectangles,
  CompleteUndiscounted,
  CompleteValueFunction,
  MappingEntry,
  RectangleSide,
} from "./preferences.js";

/** The preferences, complete and frozen; `undefined` when it added any fault. */
export function completePreferences(
  preferences: unknown,
  space: OutcomeSpace,
  path: readonly FaultKey[],
  faults: FaultList,
): CompletePreferences | undefined {
  const before = faults.length;
  const complete = completeKind(fieldCheck(preferences, path, faults), space, KINDS);
  return faults.length > before ? undefined : complete;
}

/** Where each kind may stand: BA-4 does not nest discounts, and one affine step is always enough. */
const TABLE_KINDS: readonly string[] = ["additive", "mapping", "rectangles"];
const UNDISCOUNTED_KINDS: readonly string[] = [...TABLE_KINDS, "affine"];
const KINDS: readonly string[] = [...UNDISCOUNTED_KINDS, "discounted"];

function completeKind(
  check: FieldCheck | undefined,
  space: OutcomeSpace,
  kinds: readonly string[],
): CompletePreferences | undefined {
  if (check === undefined) return undefined;
  const kind = check.oneOf("kind", kinds) as keyof typeof COMPLETE | undefined;
  return kind && COMPLETE[kind](check, space);
}

const COMPLETE = {
  additive: completeAdditive,
  mapping: completeMapping,
  rectangles: completeRectangles,
  affine: completeAffine,
  discounted: completeDiscounted,
};

function completeAdditive(check: FieldCheck, space: OutcomeSpace): CompleteAdditive {
  check.onlyKeys("kind", "weights", "values", "bias", "reservation");
  const weights = check.numbers("weights", space.sizes.length);
  const values = checkedValueFunctions(check, space);
  const bias = check.number("bias", 0);
  let bound = Math.abs(bias);
  for (let index = 0; index < values.length; index += 1) {
    const evaluation = values[index];
    if (evaluation === undefined) continue;
    bound += Math.abs(weights[index] ?? 0) * largestEvaluation(evaluation, space.range(index));
  }
  demandFinite(check, bound);
  return Object.freeze({ kind: "additive", weights, values, bias, reservation: reservationIn(check) });
}

function completeMapping(check: FieldCheck, space: OutcomeSpace): CompleteMapping {
  check.onlyKeys("kind", "entries", "otherwise", "reservation");
  const entries = checkedEntries(check, space);
  const otherwise = check.number("otherwise");
  demandFinite(
    check,
    entries.reduce((most, { utility }) => Math.max(most, Math.abs(utility)), Math.abs(otherwise)),
  );
  return Object.freeze({ kind: "mapping", entries, otherwise, reservation: reservationIn(check) });
}

function completeRectangles(check: FieldCheck, space: OutcomeSpace): CompleteRectangles {
  check.onlyKeys("kind", "bias", "rectangles", "reservation");
  const bias = check.number("bias", 0);
  const rectangles = checkedRectangles(check, space);
  let bound = Math.abs(bias);
  for (const { weight, utility } of rectangles) bound += Math.abs(weight * utility);
  demandFinite(check, bound);
  return Object.freeze({ kind: "rectangles", bias, rectangles, reservation: reservationIn(check) });
}

function completeAffine(check: FieldCheck, space: OutcomeSpace): CompleteAffine | undefined {
  check.onlyKeys("kind", "base", "from", "to", "reservation");
  const from = range(check, "from");
  const to = range(check, "to");
  const base = completeKind(check.inside("base"), space, TABLE_KINDS) as CompleteAffine["base"] | undefined;
  const reservation = reservationIn(check);
  if (base === undefined || from === undefined || to === undefined) return undefined;
  return Object.freeze({ kind: "affine", base, from, to, reservation });
}

function range(check: FieldCheck, key: string): readonly [number, number] | undefined {
  const [low, high] = check.numbers(key, 2);
  if (low === undefined || high === undefined) return undefined;
  if (low >= high || high - low === Number.POSITIVE_INFINITY) {
    check.fault(key, "a lower and a higher number, not too far apart");
  }
  return Object.freeze([low, high]);
}

function completeDiscounted(check: FieldCheck, space: OutcomeSpace): CompleteDiscounted | undefined {
  check.onlyKeys("kind", "base", "factor", "form", "reservation", "discountReservation");
  const factor = check.number("factor");
  if (!(factor > 0 && factor <= 1) && Number.isFinite(factor)) {
    check.fault("factor", "a number above 0 and at most 1");
  }
  const form = check.oneOf("form", ["exponential", "linear"], "exponential") as "exponential" | "linear";
  const discountReservation = check.flag("discountReservation", true);
  const base = completeKind(check.inside("base"), space, UNDISCOUNTED_KINDS) as
    | CompleteUndiscounted
    | undefined;
  if (base === undefined) return undefined;
  const own = check.fields["reservation"] === undefined ? base.reservation : reservationIn(check);
  return Object.freeze({ kind: "discounted", base, factor, form, reservation: own, discountReservation });
}

function reservationIn(check: FieldCheck): number | null {
  const reservation = check.fields["reservation"] ?? null;
  return reservation === null ? null : check.number("reservation");
}

/** A sum of finite numbers may still overflow; what follows compares utilities and divides by their range. */
function demandFinite(check: FieldCheck, bound: number): void {
  // Twice, since the range reaches from -bound to bound. NaN comes from what was found faulty before.
  if (bound * 2 === Number.POSITIVE_INFINITY) check.fault(undefined, "numbers whose sum stays finite");
}

/** The member `values` of additive preferences: one function an issue. What is faulty is left out. */
function checkedValueFunctions(check: FieldCheck, space: OutcomeSpace): readonly CompleteValueFunction[] {
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
function largestEvaluation(evaluation: CompleteValueFunction, range: Range): number {
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

/** The member `rectangles` of preferences. What is faulty is left out. */
function checkedRectangles(check: FieldCheck, space: OutcomeSpace): readonly CompleteRectangle[] {
  const list = check.list("rectangles");
  const positions: Positions = new Map(space.issues.map(({ name }, position) => [name, position]));
  const rectangles: CompleteRectangle[] = [];
  for (let position = 0; position < list.length; position += 1) {
    const inner = check.inside("rectangles", position);
    if (inner === undefined) continue;
    inner.onlyKeys("utility", "weight", "within");
    const utility = inner.number("utility");
    const weight = inner.number("weight", 1);
    const sides = inner.inside("within");
    const within = sides === undefined ? {} : checkedSides(sides, space, positions);
    rectangles.push(Object.freeze({ utility, weight, within }));
  }
  return Object.freeze(rectangles);
}

/** Of the issues, by their names. */
type Positions = ReadonlyMap<string, number>;

function checkedSides(
  check: FieldCheck,
  space: OutcomeSpace,
  positions: Positions,
): Readonly<Record<string, RectangleSide>> {
  const sides: Record<string, RectangleSide> = {};
  for (const name of Object.keys(check.fields)) {
    const position = positions.get(name);
    if (position === undefined) {
      check.fault(name, "sides for issues of the space only");
      continue;
    }
    const inner = check.inside(name);
    if (inner !== undefined) sides[name] = Object.freeze(checkedSide(inner, space, position));
  }
  return Object.freeze(sides);
}

function checkedSide(check: FieldCheck, space: OutcomeSpace, position: number): RectangleSide {
  if (check.fields["values"] !== undefined) {
    check.onlyKeys("values");
    const values = check.list("values") as readonly IssueValue[];
    if (!values.every((value) => space.digitOf(position, value) !== -1)) {
      check.fault("values", "a list of values of the issue");
    }
    // What was read from a text is frozen already.
    return { values: Object.isFrozen(values) ? values : Object.freeze([...values]) };
  }
  check.onlyKeys("min", "max");
  const min = check.number("min");
  const max = check.number("max");
  if (min > max) check.fault("max", "a number of at least min");
  if (space.range(position) === null)
    check.fault(undefined, "a list of values, as not all values are numbers");
  return { min, max };
}

/** The member `entries` of a mapping. What is faulty is left out. */
function checkedEntries(check: FieldCheck, space: OutcomeSpace): readonly MappingEntry[] {
  const list = check.list("entries");
  const seen = new Set<number>();
  const entries: MappingEntry[] = [];
  for (let position = 0; position < list.length; position += 1) {
    const inner = check.inside("entries", position);
    if (inner === undefined) continue;
    inner.onlyKeys("outcome", "utility");
    const utility = inner.number("utility");
    const outcome = inner.fields["outcome"];
    const index = isPlainObject(outcome) ? space.indexOf(outcome) : -1;
    if (index === -1) {
      inner.fault("outcome", "terms that are an outcome of the space");
    } else if (seen.has(index)) {
      inner.fault("outcome", "an outcome that no earlier entry has");
    } else {
      entries.push(Object.freeze({ outcome: Object.freeze({ ...(outcome as IssueTerms) }), utility }));
    }
    seen.add(index);
  }
  return Object.freeze(entries);
}
