/**
 * @module
 * What the processes of SM-62 and their parent both know.
 */

import type { CommitEvent } from "../../src/core/events.js";
import { systemClock } from "../../src/service/system-clock.js";

/** SM-62. */
export const COURSE_COUNT = 200;

/** Ms between two creations: so that the last kill, after ten seconds, still finds some at work. */
export const COURSE_EVERY_MS = 50;

/** What a service tells of commits. */
export const EVENT_TYPES: readonly CommitEvent["type"][] = [
  "negotiation:started",
  "negotiation:updated",
  "negotiation:agreed",
  "negotiation:rejected",
  "negotiation:withdrawn",
  "negotiation:expired",
  "negotiation:stalled",
  "negotiation:settled",
  "turn:recorded",
  "turn:awaited",
  "turn:coerced",
  "turn:failed",
];

/** Resolves after so many ms; at once for none. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void systemClock.setTimeout(resolve, Math.max(0, ms)));
}
