/**
 * @module
 * Checks preferences against the issues and completes them, or lists everything that is wrong with them (BA-4).
 * The functions over single issues are checked in `value-function-checks.ts`.
 */

import type { FaultKey, FaultList } from "./faults.js";
import { type FieldCheck, fieldCheck } from "./field-check.js";
import { checkedEntries } from "./mapping-checks.js";
import type { OutcomeSpace } from "./outcome-space.js";
import type {
  CompleteAdditive,
  CompleteAffine,
  CompleteDiscounted,
  CompleteMapping,
  CompletePreferences,
  CompleteRectangles,
  CompleteUndiscounted,
} from "./preferences.js";
import { checkedRectangles } from "./rectangle-checks.js";
import { checkedValueFunctions, largestEvaluation } from "./value-function-checks.js";

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
  const kind = check.oneOf("kind", kinds);
  switch (kind) {
    case "additive":
      return completeAdditive(check, space);
    case "mapping":
      return completeMapping(check, space);
    case "rectangles":
      return completeRectangles(check, space);
    case "affine":
      return completeAffine(check, space);
    case "discounted":
      return completeDiscounted(check, space);
    default:
      return undefined;
  }
}

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
