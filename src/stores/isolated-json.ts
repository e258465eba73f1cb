/**
 * @module
 * Isolation without copying: JSON that is deep-frozen already is kept as it is, anything else is copied
 * and frozen. What a store keeps can then be handed out as it stands.
 */

import { factsOf } from "../core/json/index.js";

/**
 * The value itself when it is deep-frozen, else a deep-frozen copy with the same keys in the same order.
 *
 * @param known - a deep-frozen value of the same shape, such as the one before: parts that are the same
 *   object in the same place need no second look, so that an unchanged part costs nothing
 * @see docs/requirements/storage.md, ST-18 and ST-50
 */
export function frozenJson<T>(value: T, known?: unknown): T {
  if (isDeepFrozen(value, known)) return value;
  const before = known as Members | null | undefined;
  // A spread defines its members, an own `__proto__` too, and assigning to what is there calls no setter.
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Members;
  for (const key in copy) copy[key] = frozenJson(copy[key], before?.[key]);
  return Object.freeze(copy) as T;
}

/** What JSON may have members of; all else has none when asked for one by key. */
interface Members {
  [key: string | number]: unknown;
}

function isDeepFrozen(value: unknown, known: unknown): boolean {
  if (typeof value !== "object" || value === null || value === known || factsOf(value)) return true;
  if (!Object.isFrozen(value)) return false;
  const before = known as Members | null | undefined;
  // By index: to walk a list by name, each index becomes a text first.
  if (Array.isArray(value)) return value.every((member, index) => isDeepFrozen(member, before?.[index]));
  for (const key in value) {
    const member = (value as Members)[key];
    // Told apart here, not one call deeper: most members are strings, numbers or null.
    if (typeof member !== "object" || member === null) continue;
    if (!isDeepFrozen(member, before?.[key])) return false;
  }
  return true;
}
