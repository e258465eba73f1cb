/**
 * @module
 * How long something takes, on a machine that is busy with other things as well.
 */

/** The least of five durations in ms: a pause of the machine does not count, and slow code is slow each time. */
export function fastest(action: () => unknown): number {
  const durations = Array.from({ length: 5 }, () => {
    const start = performance.now();
    action();
    return performance.now() - start;
  });
  return Math.min(...durations);
}
