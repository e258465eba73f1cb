/**
 * @module
 * Relative time: how much of a negotiation is over, by its turns, its clock or both.
 */

import { refusedWith } from "../../preferences/model/index.js";

/** What is known of the limits and of the present. */
export interface RelativeTimeInput {
  /** The turn in question, from 1. Where the cap counts proposals: the ordinal of the proposal. */
  readonly turnNumber: number;
  /** The cap on turns (or on proposals), of all parties together. */
  readonly turnLimit?: number | null | undefined;
  /** Ms from the first turn to the latest recorded one. */
  readonly elapsedMs?: number | undefined;
  /** Ms that the negotiation may take. */
  readonly totalMs?: number | null | undefined;
  /**
   * How many parties act in a cycle.
   * @default 2
   */
  readonly parties?: number | undefined;
}

/**
 * Relative time in [0, 1]: the greater of what the turns and what the clock say.
 *
 * With `c` the cycle of the turn (from 0) and `n` the cycles there are, the turns say `(c + 1) / (n + 1)`: all
 * parties see one time in a cycle, and it never reaches 1 while someone can act.
 *
 * @throws {NegotiationError} `strategy_invalid` when neither limit is known
 * @see docs/requirements/bargaining.md, BA-14
 * @example
 * relativeTime({ turnNumber: 1, turnLimit: 200 }); // 1 / 101
 * relativeTime({ turnNumber: 5, turnLimit: 5 }); // 3 / 4
 */
export function relativeTime(input: RelativeTimeInput): number {
  const { turnNumber, turnLimit, elapsedMs = 0, totalMs, parties = 2 } = input;
  const limited = typeof turnLimit === "number" && Number.isFinite(turnLimit);
  const timed = typeof totalMs === "number" && Number.isFinite(totalMs);
  if (!limited && !timed) {
    const fault = {
      path: ["turnLimit"],
      expected: "turnLimit or totalMs, whichever the rules set",
      received: "neither",
    };
    throw refusedWith("strategy_invalid", "the limits", [fault]);
  }
  const byTurns = limited ? timeOfTurn(turnNumber, turnLimit, parties) : 0;
  return Math.min(1, timed ? Math.max(byTurns, elapsedMs / totalMs) : byTurns);
}

/** Relative time by turns alone; not clamped, which only matters past the limit. */
export function timeOfTurn(turnNumber: number, turnLimit: number, parties: number): number {
  return (Math.floor((turnNumber - 1) / parties) + 1) / (Math.ceil(turnLimit / parties) + 1);
}
