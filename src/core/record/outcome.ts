/**
 * @module
 * How a negotiation ended: the one place that makes an `Outcome`. Who calls it, and when, is in
 * `updates.ts`.
 */

import type { Json } from "../json/index.js";
import type { FinalStatus, Negotiation, Outcome, Reason } from "./negotiation.js";
import { roundsOf, seatOf } from "./negotiation.js";

/** What an update knows of an ending. */
export interface Ending {
  readonly status: FinalStatus;
  readonly reason: Reason;
  /** The deciding party; `null` for clock, cap, failure and host. */
  readonly by: string | null;
  /** Turns recorded in the end. */
  readonly turnCount: number;
  /** Rounds in the end, when the last turn made a proposal of its own. */
  readonly rounds?: number;
  readonly details?: Json;
  /** Epoch ms. */
  readonly at: number;
}

/**
 * The outcome that an ending gives: with the standing proposal if and only if it was accepted.
 *
 * @see docs/requirements/engine.md, EN-2, for the reasons and their statuses
 */
export function outcomeOf(negotiation: Negotiation, ending: Ending): Outcome {
  const accepted = ending.status === "accepted";
  return Object.freeze({
    status: ending.status,
    reason: ending.reason,
    by: ending.by,
    seat: ending.by === null ? null : (seatOf(negotiation, ending.by) ?? null),
    at: ending.at,
    turnCount: ending.turnCount,
    rounds: ending.rounds ?? roundsOf(negotiation),
    proposal: accepted ? negotiation.standing : null,
    heldBy: accepted ? negotiation.heldBy : null,
    details: ending.details ?? null,
  }) as Outcome;
}
