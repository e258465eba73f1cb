/**
 * @module
 * One turn of a negotiation as researchers look at it: with the utilities of all parties.
 */

import type { Seat } from "../../core/record/index.js";

/** A turn. Frozen, JSON-safe. */
export interface TraceRow {
  /** From 1. */
  readonly turnNumber: number;
  /** From 0; all parties act once in a cycle. */
  readonly cycle: number;
  /** In [0, 1]. */
  readonly relativeTime: number;
  /** The first party is the initiator, all others are responders. */
  readonly seat: Seat;
  /** Index of the party, in the order of the scenario. */
  readonly party: number;
  readonly action: "propose" | "counter" | "accept" | "withdraw";
  /** Index of the proposed or accepted outcome; `null` for a withdrawal. */
  readonly outcome: number | null;
  /** The undiscounted utility of that outcome for each party; `null` for a withdrawal. */
  readonly utilities: readonly number[] | null;
}
