/**
 * @module
 * The named updates that keep the state and change only what is awaited: fallback, parking and claims
 * (docs/requirements/index-network.md, section 3), and the consult (EN-33).
 */

import type { AwaitingEvent, MachineEvent, TimeoutEvent } from "../moves/index.js";
import type { Awaiting, ParkRules } from "../record/index.js";
import { armed, type Consult, type Negotiation, next } from "../record/index.js";

/** The updates of what is awaited by name. */
export const awaitingUpdates = {
  /** Hands the turn to the fallback agent, with a turn deadline of its own. */
  beginFallback(negotiation: Negotiation, event: MachineEvent): Negotiation {
    return next(negotiation, event.at, {
      awaiting: Object.freeze({ kind: "fallback", since: event.at }),
      deadlines: armed(negotiation, { turnAt: turnEndAt(negotiation, event.at) }),
    });
  },

  /** Parks the turn: a window in the record instead of the turn deadline. */
  parkTurn(negotiation: Negotiation, event: AwaitingEvent): Negotiation {
    const parkMs = negotiation.rules.park?.parkMs ?? 0;
    return next(negotiation, event.at, {
      awaiting: Object.freeze({
        kind: "parked",
        since: event.at,
        firstParkedAt: event.at,
        parkMs,
        claim: null,
      }),
      deadlines: armed(negotiation, { parkAt: event.at + parkMs }),
    });
  },

  /** Gives the parked turn to an agent, until the claim ends. */
  claimTurn(negotiation: Negotiation, event: AwaitingEvent): Negotiation {
    const parked = negotiation.awaiting;
    const { park } = negotiation.rules;
    const parkAt = firstParkAt(parked);
    if (event.type !== "claim" || parked?.kind !== "parked" || park === null || parkAt === null)
      return negotiation;
    const claim = Object.freeze({ agentId: event.agentId, claimId: event.claimId, claimedAt: event.at });
    return next(negotiation, event.at, {
      awaiting: Object.freeze({ ...parked, kind: "claimed", since: event.at, claim }),
      deadlines: armed(negotiation, { claimAt: claimEndAt(park, parkAt, event.at) }),
    });
  },

  /** Parks a claimed turn again, with its first window. */
  reparkTurn(negotiation: Negotiation, event: AwaitingEvent | TimeoutEvent): Negotiation {
    const claimed = negotiation.awaiting;
    if (claimed?.kind !== "claimed") return negotiation;
    return next(negotiation, event.at, {
      awaiting: Object.freeze({ ...claimed, kind: "parked", since: event.at, claim: null }),
      deadlines: armed(negotiation, { parkAt: firstParkAt(claimed) }),
    });
  },

  /** Pauses while the party with the floor asks its principal. */
  beginConsult(negotiation: Negotiation, event: AwaitingEvent): Negotiation {
    if (event.type !== "consult" || negotiation.floor === null) return negotiation;
    const consult: Consult = Object.freeze({
      id: event.id,
      partyId: negotiation.floor,
      turnNumber: negotiation.turns.length + 1,
      question: event.question,
      answer: null,
      askedAt: event.at,
      answeredAt: null,
      expired: false,
    });
    return next(negotiation, event.at, {
      awaiting: Object.freeze({ kind: "consult", since: event.at }),
      consults: Object.freeze([...negotiation.consults, consult]),
      deadlines: armed(negotiation, { consultAt: event.at + (negotiation.rules.consult?.windowMs ?? 0) }),
    });
  },

  /** Resumes the same turn with the principal's answer. */
  answerConsult(negotiation: Negotiation, event: AwaitingEvent): Negotiation {
    return event.type === "answer" ? resumed(negotiation, event, event.answer) : negotiation;
  },

  /** Resumes the same turn without an answer. */
  expireConsult(negotiation: Negotiation, event: TimeoutEvent): Negotiation {
    return resumed(negotiation, event, null);
  },
} as const;

function resumed(negotiation: Negotiation, event: MachineEvent, answer: string | null): Negotiation {
  const asked = negotiation.consults.at(-1);
  if (asked === undefined) return negotiation;
  const answered: Consult = Object.freeze({
    ...asked,
    answer,
    answeredAt: event.at,
    expired: answer === null,
  });
  return next(negotiation, event.at, {
    consults: Object.freeze([...negotiation.consults.slice(0, -1), answered]),
    awaiting: Object.freeze({ kind: "move", since: event.at }),
    deadlines: armed(negotiation, { turnAt: turnEndAt(negotiation, event.at) }),
  });
}

function turnEndAt(negotiation: Negotiation, at: number): number | null {
  return negotiation.rules.turnMs === null ? null : at + negotiation.rules.turnMs;
}

/**
 * When the first window of a parked or claimed turn ends; claims and releases never move it.
 *
 * @returns epoch ms; `null` for a turn that is neither
 */
export function firstParkAt(awaiting: Awaiting | null): number | null {
  if (awaiting === null || (awaiting.kind !== "parked" && awaiting.kind !== "claimed")) return null;
  return awaiting.firstParkedAt + awaiting.parkMs;
}

/** However late a turn is picked up, its claim lasts this many ms (PT-4). */
const LEAST_CLAIM_MS = 1_000;

/**
 * When a claim made at `at` ends.
 *
 * @see docs/requirements/index-network.md, PT-4
 */
export function claimEndAt(park: ParkRules, parkAt: number, at: number): number {
  if (park.claimBudget === "fresh" && park.claimMs !== null) return at + park.claimMs;
  return Math.max(parkAt, at + LEAST_CLAIM_MS);
}
