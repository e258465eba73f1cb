/**
 * @module
 * Says what changed between two proposals, member by member.
 */

import type { Json } from "./json-values.js";
import { isJsonArray, isJsonObject, memberOf } from "./json-values.js";

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
 * @see docs/requirements/engine.md, EN-49
 * @example
 * diffTerms({ price: 40, days: 3 }, { price: 50, days: 3 });
 * // [{ path: "/price", kind: "changed", from: 40, to: 50, delta: 10 }]
 */
export function diffTerms(previous: Json, next: Json): TermsChange[] {
  const changes: TermsChange[] = [];
  // Not by recursion: terms from elsewhere may be deeper than the stack.
  const open: Pair[] = [{ from: previous, to: next, path: "" }];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    for (const inner of compare(pair, changes)) open.push(inner);
  }
  return changes;
}

interface Pair {
  readonly from: Json | undefined;
  readonly to: Json | undefined;
  readonly path: string;
}

/** Notes the difference of a pair, or gives the pairs of its members, last first. */
function compare({ from, to, path }: Pair, changes: TermsChange[]): Pair[] {
  if (from === to) return [];
  if (from === undefined) changes.push({ path, kind: "added", to: to as Json });
  else if (to === undefined) changes.push({ path, kind: "removed", from });
  else if (isJsonArray(from) && isJsonArray(to)) {
    return Array.from({ length: Math.max(from.length, to.length) }, (_, index) => ({
      from: from[index],
      to: to[index],
      path: `${path}/${index}`,
    })).reverse();
  } else if (isJsonObject(from) && isJsonObject(to)) {
    return [...new Set([...Object.keys(from), ...Object.keys(to)])].reverse().map((key) => {
      // RFC 6901, section 3.
      const step = key.replaceAll("~", "~0").replaceAll("/", "~1");
      return { from: memberOf(from, key), to: memberOf(to, key), path: `${path}/${step}` };
    });
  } else {
    changes.push({ path, kind: "changed", from, to, ...deltaOf(from, to) });
  }
  return [];
}

function deltaOf(from: Json, to: Json): { readonly delta?: number } {
  if (typeof from !== "number" || typeof to !== "number" || !Number.isFinite(to - from)) return {};
  return { delta: to - from };
}
