/**
 * @module
 * Freezes small plain data of our own making. What callers hand in is copied by `copy-json.ts` instead.
 */

/** The same value, frozen at every depth; for trees of at most a few levels, without cycles. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}
