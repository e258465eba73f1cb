/**
 * @module
 * Isolation without copying: JSON that is deep-frozen already is kept as it is, anything else is copied
 * and frozen. What a store keeps can then be handed out as it stands.
 */

/**
 * The value itself when it is deep-frozen, else a deep-frozen copy with the same keys in the same order.
 *
 * @param known - a deep-frozen value of the same shape, such as the one before: parts that are the same
 *   object in the same place need no second look, so that an unchanged part costs nothing
 * @see storage.md, ST-18 and ST-50
 */
export function frozenJson<T>(value: T, known?: unknown): T {
  if (isDeepFrozen(value, known)) return value;
  // A spread defines its members, an own `__proto__` too, and assigning to what is there calls no setter.
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as NonNullable<Members>;
  for (const key in copy) copy[key] = frozenJson(copy[key], (known as Members)?.[key]);
  return Object.freeze(copy) as T;
}

/** What JSON may have by key; all other values have nothing there. */
type Members = { [key: string]: unknown } | undefined | null;

function isDeepFrozen(value: unknown, known: unknown): boolean {
  if (typeof value !== "object" || value === null || value === known) return true;
  if (!Object.isFrozen(value)) return false;
  for (const key in value) {
    if (!isDeepFrozen((value as NonNullable<Members>)[key], (known as Members)?.[key])) return false;
  }
  return true;
}
