/**
 * @module
 * Says what changed between two proposals, member by member.
 */

import type { Json, JsonObject } from "./negotiation.js";

/** One difference; `path` is a JSON Pointer (RFC 6901), `""` for the terms as a whole. */
export type TermsChange =
  | { readonly path: string; readonly kind: "added"; readonly to: Json }
  | { readonly path: string; readonly kind: "removed"; readonly from: Json }
  | {
      readonly path: string;
      readonly kind: "changed";
      readonly from: Json;
      readonly to: Json;
      /** `to - from` of two numbers, as binary floating point has it: 0.3 - 0.1 is 0.19999999999999998. */
      readonly delta?: number;
    };

/**
 * What changed from `previous` to `next`, in a stable order; empty when nothing did.
 *
 * Members come in the order of `previous`, then the added ones in the order of `next`; elements go by
 * index, so that an insertion shows as changes and one addition. `delta` is left out where it overflows.
 *
 * @see spec/engine.md, EN-49
 * @example
 * diffTerms({ price: 40, days: 3 }, { price: 50, days: 3 });
 * // [{ path: "/price", kind: "changed", from: 40, to: 50, delta: 10 }]
 */
export function diffTerms(previous: Json, next: Json): TermsChange[] {
  const changes: TermsChange[] = [];
  compare(previous, next, "", changes);
  return changes;
}

function compare(from: Json, to: Json, path: string, changes: TermsChange[]): void {
  if (from === to) return;
  if (isArray(from) && isArray(to)) {
    compareArrays(from, to, path, changes);
  } else if (isObject(from) && isObject(to)) {
    compareObjects(from, to, path, changes);
  } else {
    changes.push({ path, kind: "changed", from, to, ...deltaOf(from, to) });
  }
}

function compareArrays(
  from: readonly Json[],
  to: readonly Json[],
  path: string,
  changes: TermsChange[],
): void {
  from.forEach((element, index) => {
    const other = to[index];
    if (other === undefined) changes.push({ path: `${path}/${index}`, kind: "removed", from: element });
    else compare(element, other, `${path}/${index}`, changes);
  });
  to.slice(from.length).forEach((element, offset) => {
    changes.push({ path: `${path}/${from.length + offset}`, kind: "added", to: element });
  });
}

function compareObjects(from: JsonObject, to: JsonObject, path: string, changes: TermsChange[]): void {
  for (const [key, member] of Object.entries(from)) {
    const other = Object.hasOwn(to, key) ? to[key] : undefined;
    const at = `${path}/${escaped(key)}`;
    if (other === undefined) changes.push({ path: at, kind: "removed", from: member });
    else compare(member, other, at, changes);
  }
  for (const [key, member] of Object.entries(to)) {
    if (!Object.hasOwn(from, key))
      changes.push({ path: `${path}/${escaped(key)}`, kind: "added", to: member });
  }
}

function deltaOf(from: Json, to: Json): { readonly delta?: number } {
  if (typeof from !== "number" || typeof to !== "number" || !Number.isFinite(to - from)) return {};
  return { delta: to - from };
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** RFC 6901, section 3. */
function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
