/**
 * @module
 * Making the next record from the last: one version more, frozen, and in the end with the outcome. Every update ends
 * here, so that no record is ever built in two ways.
 */

import type { Json } from "../json/index.js";
import {
  type Deadlines,
  type FinalStatus,
  type Negotiation,
  type Outcome,
  type Reason,
  roundsOf,
  seatOf,
} from "./negotiation.js";

/** What an update may change. */
export type Next = {
  -readonly [K in
    | "status"
    | "turns"
    | "standing"
    | "floor"
    | "awaiting"
    | "deadlines"
    | "failures"
    | "consults"
    | "outcome"]?: Negotiation[K];
};

/** What a finished negotiation has armed: nothing. */
export const NO_DEADLINES: Deadlines = Object.freeze({
  totalAt: null,
  validityAt: null,
  turnAt: null,
  consultAt: null,
  parkAt: null,
  claimAt: null,
});

/**
 * The record after a change: version one higher, `updatedAt` at the event's instant. Not frozen yet.
 *
 * Written as one literal: a spread of a frozen object is several times slower.
 */
export function next(negotiation: Negotiation, at: number, change: Next): Negotiation {
  return {
    schema: 1,
    id: negotiation.id,
    createCommandId: negotiation.createCommandId,
    roomId: negotiation.roomId,
    version: negotiation.version + 1,
    status: change.status ?? negotiation.status,
    initiator: negotiation.initiator,
    responder: negotiation.responder,
    rules: negotiation.rules,
    context: negotiation.context,
    heldBy: negotiation.heldBy,
    turns: change.turns ?? negotiation.turns,
    standing: change.standing === undefined ? negotiation.standing : change.standing,
    floor: change.floor === undefined ? negotiation.floor : change.floor,
    awaiting: change.awaiting === undefined ? negotiation.awaiting : change.awaiting,
    deadlines: change.deadlines ?? negotiation.deadlines,
    failures: change.failures ?? negotiation.failures,
    consults: change.consults ?? negotiation.consults,
    outcome: change.outcome === undefined ? negotiation.outcome : change.outcome,
    createdAt: negotiation.createdAt,
    updatedAt: at,
  };
}

/**
 * The record that the table gave, frozen with all that is new in it.
 *
 * Whoever lets a record out freezes it, once, rather than each update its parts.
 */
export function frozenRecord(negotiation: Negotiation): Negotiation {
  const { turns, standing, awaiting, deadlines } = negotiation;
  if (!Object.isFrozen(turns)) {
    Object.freeze(turns);
    Object.freeze(turns.at(-1));
  }
  if (standing !== null) Object.freeze(standing);
  if (awaiting !== null) Object.freeze(awaiting);
  Object.freeze(deadlines);
  return Object.freeze(negotiation);
}

/**
 * The deadlines with only the named ones armed; `totalAt` is never moved (docs/requirements/engine.md,
 * section 5).
 *
 * @param named - epoch ms; `validityAt` keeps its instant unless named
 */
export function armed(
  negotiation: Pick<Negotiation, "deadlines">,
  named: Partial<Omit<Deadlines, "totalAt">>,
): Deadlines {
  const { totalAt, validityAt } = negotiation.deadlines;
  return {
    totalAt,
    validityAt: named.validityAt === undefined ? validityAt : named.validityAt,
    turnAt: named.turnAt ?? null,
    consultAt: named.consultAt ?? null,
    parkAt: named.parkAt ?? null,
    claimAt: named.claimAt ?? null,
  };
}

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
