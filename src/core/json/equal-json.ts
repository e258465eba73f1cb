/**
 * @module
 * Compares JSON by content.
 */

import type { Json, JsonObject } from "./json-values.js";
import { isJsonArray } from "./json-values.js";

/**
 * Whether two JSON values say the same; the order of keys does not count, that of elements does.
 *
 * For values at most 32 deep, as `copyJson` makes them: it recurses.
 */
export function isEqualJson(one: Json, other: Json): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  const [mine, its] = [one, other] as readonly JsonObject[] as readonly [JsonObject, JsonObject];
  const keys = Object.keys(mine);
  // The members of a list have keys too.
  if (isJsonArray(one) !== isJsonArray(other) || keys.length !== Object.keys(its).length) return false;
  return keys.every((key) => Object.hasOwn(its, key) && isEqualJson(mine[key] ?? null, its[key] ?? null));
}
