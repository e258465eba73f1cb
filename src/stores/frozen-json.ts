/**
 * @module
 * Isolation without copying: JSON that is deep-frozen already is kept as it is, anything else is copied
 * and frozen. What a store keeps can then be handed out as it stands.
 */

import { isJsonArray, isJsonObject } from "../core/json-member.js";
import type { Json } from "../core/negotiation.js";

/**
 * The value itself when it is deep-frozen, else a deep-frozen copy with the same keys in the same order.
 *
 * @param known - a deep-frozen value of the same shape, such as the one before: parts that are the same
 *   object in the same place need no second look, so that an unchanged part costs nothing
 * @see storage.md, ST-18 and ST-50
 */
export function frozenJson<T extends Json>(value: T, known: Json = null): T {
  return isDeepFrozen(value, known) ? value : (frozenCopy(value, known) as T);
}

function isDeepFrozen(value: Json, known: Json): boolean {
  if (typeof value !== "object" || value === null || value === known) return true;
  if (!Object.isFrozen(value)) return false;
  if (isJsonArray(value)) {
    const before = isJsonArray(known) ? known : NOTHING;
    for (let index = 0; index < value.length; index++) {
      if (!isDeepFrozen(value[index] ?? null, before[index] ?? null)) return false;
    }
    return true;
  }
  const before = isJsonObject(known) ? known : NO_MEMBERS;
  for (const key in value) {
    const member = value[key];
    // Told apart here, not one call deeper: most members are strings, numbers or null.
    if (typeof member !== "object" || member === null) continue;
    if (!isDeepFrozen(member, before[key] ?? null)) return false;
  }
  return true;
}

function frozenCopy(value: Json, known: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (isJsonArray(value)) {
    const before = isJsonArray(known) ? known : NOTHING;
    return Object.freeze(value.map((member, index) => frozenJson(member, before[index] ?? null)));
  }
  const before = isJsonObject(known) ? known : NO_MEMBERS;
  // `fromEntries` defines its members: assigning an own `__proto__` would change the prototype instead.
  return Object.freeze(
    Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, frozenJson(member, before[key] ?? null)]),
    ),
  );
}

const NOTHING: readonly Json[] = Object.freeze([]);

const NO_MEMBERS: { readonly [key: string]: Json } = Object.freeze({});
