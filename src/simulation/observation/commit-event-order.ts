/**
 * @module
 * Every event that a commit can cause, in the order in which one commit tells them (EN-39). Restated here, so that
 * what checks the order does not ask the code that makes it (SM-22).
 */

import type { CommitEvent } from "../../core/index.js";

/** The names, in order. */
export const COMMIT_EVENT_ORDER: readonly CommitEvent["type"][] = [
  "negotiation:started",
  "turn:failed",
  "turn:recorded",
  "turn:coerced",
  "negotiation:updated",
  "turn:deadlocked",
  "negotiation:agreed",
  "negotiation:rejected",
  "negotiation:withdrawn",
  "negotiation:expired",
  "negotiation:stalled",
  "negotiation:settled",
  "turn:parked",
  "turn:claimed",
  "turn:released",
  "turn:fallback",
  "turn:consulted",
  "turn:answered",
  "turn:awaited",
];
