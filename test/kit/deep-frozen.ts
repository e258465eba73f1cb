/**
 * @module
 * Whether data is frozen through and through.
 */

/** Whether the value and everything in it is frozen. */
export function isDeepFrozen(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeepFrozen);
}
