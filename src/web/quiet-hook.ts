/**
 * @module
 * Hooks that hear of failures, and may fail themselves.
 */

/** The hook, such that a failure of its own changes no answer: it is for telling, not for deciding. */
export function quietHook<Told extends readonly unknown[]>(
  hook: ((...told: Told) => void) | undefined,
): (...told: Told) => void {
  return (...told) => {
    try {
      hook?.(...told);
    } catch {
      // Whoever is told has nobody to tell.
    }
  };
}
