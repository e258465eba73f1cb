/**
 * @module
 * Says what changed between two proposals, member by member.
 */

import { isJsonArray, isJsonObject, memberOf } from "./json-member.js";
import type { Json } from "./negotiation.js";

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

function compare(from: Json | undefined, to: Json | undefined, path: string, changes: TermsChange[]): void {
  if (from === to) return;
  if (from === undefined) changes.push({ path, kind: "added", to: to as Json });
  else if (to === undefined) changes.push({ path, kind: "removed", from });
  else if (isJsonArray(from) && isJsonArray(to)) {
    const length = Math.max(from.length, to.length);
    for (let index = 0; index < length; index += 1) {
      compare(from[index], to[index], `${path}/${index}`, changes);
    }
  } else if (isJsonObject(from) && isJsonObject(to)) {
    for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) {
      // RFC 6901, section 3.
      const step = key.replaceAll("~", "~0").replaceAll("/", "~1");
      compare(memberOf(from, key), memberOf(to, key), `${path}/${step}`, changes);
    }
  } else {
    changes.push({ path, kind: "changed", from, to, ...deltaOf(from, to) });
  }
}

function deltaOf(from: Json, to: Json): { readonly delta?: number } {
  if (typeof from !== "number" || typeof to !== "number" || !Number.isFinite(to - from)) return {};
  return { delta: to - from };
}
