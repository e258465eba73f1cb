/**
 * @module
 * Questions to others that may fail or never be answered: after a while there is no answer.
 */

import type { Clock } from "../../ports/index.js";

/**
 * What `ask` gives, `undefined` when it fails or takes longer than that; then its signal is aborted.
 *
 * @param ms - 5,000 by default, as resolvers have
 * @see docs/requirements/signing.md, SG-16 and SG-20
 * @example
 * await withinTime(clock, async () => 7); // 7
 */
export function withinTime<T>(
  clock: Clock,
  ask: (signal: AbortSignal) => Promise<T>,
  ms = 5_000,
): Promise<T | undefined> {
  return new Promise((resolve) => {
    const controller = new AbortController();
    const settle = (answer?: T): void => {
      clock.clearTimeout(timer);
      resolve(answer);
    };
    const timer = clock.setTimeout(() => {
      settle();
      controller.abort();
    }, ms);
    const asked = async (): Promise<T> => ask(controller.signal);
    asked().then(settle, () => settle());
  });
}
