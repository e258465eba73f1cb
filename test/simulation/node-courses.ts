/**
 * @module
 * What the processes of SM-62 and their parent both know.
 */

import { systemClock } from "../../src/service/timing/index.js";

/** SM-62. */
export const COURSE_COUNT = 200;

/** Ms between two creations: so that the last kill, after ten seconds, still finds some at work. */
export const COURSE_EVERY_MS = 50;

/** Resolves after so many ms; at once for none. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void systemClock.setTimeout(resolve, Math.max(0, ms)));
}
