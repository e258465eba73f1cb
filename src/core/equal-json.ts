/**
 * @module
 * Compares JSON by content.
 */

import type { Json, JsonObject } from "./json-member.js";
import { isJsonArray } from "./json-member.js";

/**
 * Whether two JSON values say the same; the order of keys does not count, that of elements does.
 *
 * For values at most 32 deep, as `copyJson` makes them: it recurses.
 */
export function isEqualJson(one: Json, other: Json): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (isJsonArray(one)) return isJsonArray(other) && areEqualArrays(one, other);
  return !isJsonArray(other) && areEqualObjects(one, other);
}

function areEqualArrays(one: readonly Json[], other: readonly Json[]): boolean {
  return (
    one.length === other.length && one.every((element, index) => isEqualJson(element, other[index] ?? null))
  );
}

function areEqualObjects(one: JsonObject, other: JsonObject): boolean {
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && isEqualJson(one[key] ?? null, other[key] ?? null));
}
