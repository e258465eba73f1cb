/**
 * @module
 * Questions to others that may fail or never be answered: after a while there is no answer.
 */

import type { Clock } from "../ports/clock.js";

/**
 * What `ask` gives, `undefined` when it fails or takes more than 5,000 ms; then its signal is aborted.
 *
 * @see spec signing, SG-16 and SG-20
 * @example
 * await withinTime(clock, async () => 7); // 7
 */
export function withinTime<T>(
  clock: Clock,
  ask: (signal: AbortSignal) => Promise<T>,
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
    }, 5_000);
    const asked = async (): Promise<T> => ask(controller.signal);
    asked().then(settle, () => settle());
  });
}
