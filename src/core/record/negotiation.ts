/**
 * @module
 * The records: what a negotiation, a turn, a proposal and an outcome are. Plain frozen JSON; absent is
 * `null`. How they change is the business of `move-updates.ts`, what leaves for a client of `view.ts`.
 */

import type { Issue, RefusalCode } from "../../errors.js";
import type { Json, JsonObject } from "../json/index.js";
import type { NegotiationRules } from "./resolved-rules.js";

/** The eight statuses; the last five are final. */
export type Status =
  | "open"
  | "proposed"
  | "countered"
  | "accepted"
  | "rejected"
  | "withdrawn"
  | "expired"
  | "stalled";

/** All statuses. */
export const STATUSES: readonly Status[] = [
  "open",
  "proposed",
  "countered",
  "accepted",
  "rejected",
  "withdrawn",
  "expired",
  "stalled",
];

/** The statuses after which nothing follows. */
export type FinalStatus = "accepted" | "rejected" | "withdrawn" | "expired" | "stalled";

/** What a party may do. */
export type Action = "propose" | "counter" | "accept" | "reject" | "question" | "withdraw";

/** The six actions. */
export const ACTIONS: readonly Action[] = ["propose", "counter", "accept", "reject", "question", "withdraw"];

/** Which of the two sides. */
export type Seat = "initiator" | "responder";

/** Run by software (`system`), or for a person (`personal`): caps and rules may differ. */
export type PartyKind = "system" | "personal";

/** One of the two sides. */
export interface Party {
  /** 1 to 256 characters; the two ids of a negotiation differ. */
  readonly id: string;
  readonly kind: PartyKind;
}

/** Who produced a turn: the party's agent in this process, a caller from outside, or a fallback. */
export type TurnSource = "agent" | "external" | "fallback";

/** One recorded move, numbered from 1 without gaps. */
export interface Turn<Terms = unknown> {
  readonly number: number;
  readonly seat: Seat;
  readonly partyId: string;
  readonly action: Action;
  /** Ordinal of the proposal, on `propose` and `counter` only. */
  readonly round: number | null;
  /** The new proposal on `propose` and `counter`, else the standing one; `null` when nothing stood. */
  readonly proposalId: string | null;
  readonly terms: Terms | null;
  /** What the mover had changed of the terms that stood; absent where it brought all of them. */
  readonly changes?: JsonObject;
  readonly reason: string | null;
  readonly message: string | null;
  /** Private to its side; `rules.assessments` may share a part. */
  readonly assessment: Json;
  /** Carried unmodified, seen by both sides. */
  readonly justification: Json;
  /** What else the mover handed in, seen by both sides. */
  readonly extra: Json;
  /**
   * Stored with the turn and told nobody; absent where nothing is sealed. `loadNegotiation`, `replay` and the store
   * have it; no event, view, listing, agent call or other record does.
   */
  readonly sealed?: Json;
  readonly source: TurnSource;
  /** What the agent answered, when its answer was coerced to an opening (EN-14). */
  readonly coercedFrom: Action | null;
  readonly commandId: string;
  /** Epoch ms. */
  readonly at: number;
}

/** The terms that one side offers. */
export interface Proposal<Terms = unknown> {
  readonly id: string;
  readonly round: number;
  /** The number of the turn that made it. */
  readonly turn: number;
  readonly partyId: string;
  readonly seat: Seat;
  readonly terms: Terms;
  /** Epoch ms from which it can no longer be accepted, or `null`. */
  readonly validUntilAt: number | null;
  /** Epoch ms. */
  readonly at: number;
}

/** Who holds a picked-up turn. */
export interface Claim {
  readonly agentId: string;
  readonly claimId: string;
  /** Epoch ms. */
  readonly claimedAt: number;
}

/** What a live negotiation waits for. `since` is the epoch ms at which this waiting began. */
export type Awaiting =
  | { readonly kind: "move" | "fallback" | "consult"; readonly since: number }
  | {
      readonly kind: "parked";
      readonly since: number;
      readonly firstParkedAt: number;
      readonly parkMs: number;
      readonly claim: null;
    }
  | {
      readonly kind: "claimed";
      readonly since: number;
      readonly firstParkedAt: number;
      readonly parkMs: number;
      readonly claim: Claim;
    };

/** Absolute instants (epoch ms), or `null` where none is armed. */
export interface Deadlines {
  readonly totalAt: number | null;
  readonly validityAt: number | null;
  readonly turnAt: number | null;
  readonly consultAt: number | null;
  readonly parkAt: number | null;
  readonly claimAt: number | null;
}

/** Why a negotiation ended. */
export type Reason =
  | "accept"
  | "reject"
  | "withdraw"
  | "turn_timeout"
  | "total_timeout"
  | "proposal_expired"
  | "turn_cap"
  | "agent_error"
  | "repetition"
  | "cancelled";

/** How a negotiation ended. The three decisions of a party name it; clock and host are `by: null`. */
export type Outcome<Terms = unknown> = AcceptedOutcome<Terms> | DecidedOutcome | ClosedOutcome;

interface OutcomeBase {
  /** Epoch ms. */
  readonly at: number;
  readonly turnCount: number;
  /** How many proposals were made. */
  readonly rounds: number;
  readonly details: Json;
}

/** An agreement: `proposal` is the accepted one. */
export interface AcceptedOutcome<Terms = unknown> extends OutcomeBase {
  readonly status: "accepted";
  readonly reason: "accept";
  readonly by: string;
  readonly seat: Seat;
  readonly proposal: Proposal<Terms>;
  /** The group that has yet to confirm the acceptance, else `null`. */
  readonly heldBy: string | null;
}

/** A party walked away or said no. */
export interface DecidedOutcome extends OutcomeBase {
  readonly status: "rejected" | "withdrawn";
  readonly reason: "reject" | "withdraw";
  readonly by: string;
  readonly seat: Seat;
  readonly proposal: null;
  readonly heldBy: null;
}

/** Clock, cap, failure or host ended it: `by` is `null`, and of a cap `details` name the mover. */
export interface ClosedOutcome extends OutcomeBase {
  readonly status: "expired" | "stalled" | "withdrawn";
  readonly reason: Exclude<Reason, "accept" | "reject" | "withdraw">;
  readonly by: string | null;
  readonly seat: Seat | null;
  readonly proposal: null;
  readonly heldBy: null;
}

/** How an agent call failed. */
export type FailureKind = "timeout" | "threw" | "invalid" | "illegal" | "repetition";

/** An agent call that brought no turn. Kept on its own side only. */
export interface FailedTurn {
  readonly partyId: string;
  readonly turnNumber: number;
  /** Counts the calls for this turn from 1. */
  readonly attempt: number;
  readonly kind: FailureKind;
  /** The refusal's code, or the kind of a call without an answer. Absent in records of 0.2.0 and before. */
  readonly code?: RefusalCode | FailureKind;
  /** What was expected, what came, what to do. At most 300 characters. */
  readonly error: string;
  /** What to mend in the answer: at least one for a refused one, at most ten. Absent where `code` is. */
  readonly issues?: readonly Issue[];
  /** Epoch ms. */
  readonly at: number;
}

/** A question of an agent to its own principal. */
export interface Consult {
  readonly id: string;
  readonly partyId: string;
  readonly turnNumber: number;
  readonly question: string;
  readonly answer: string | null;
  readonly askedAt: number;
  readonly answeredAt: number | null;
  readonly expired: boolean;
}

/** One bounded exchange of turns between two parties in a room: the record that everything reads. */
export interface Negotiation<Terms = unknown> {
  /** Format of this record. */
  readonly schema: 1;
  readonly id: string;
  readonly createCommandId: string;
  readonly roomId: string;
  /** 0 at creation, one more with each commit. */
  readonly version: number;
  readonly status: Status;
  readonly initiator: Party;
  readonly responder: Party;
  readonly rules: NegotiationRules;
  /** Opaque JSON of the creator; never changes. */
  readonly context: Json;
  readonly heldBy: string | null;
  readonly turns: readonly Turn<Terms>[];
  /** The live proposal that `accept` would accept. */
  readonly standing: Proposal<Terms> | null;
  /** The id of the party whose turn it is; `null` when final. */
  readonly floor: string | null;
  /** `null` if and only if final. */
  readonly awaiting: Awaiting | null;
  readonly deadlines: Deadlines;
  /** The last five. */
  readonly failures: readonly FailedTurn[];
  readonly consults: readonly Consult[];
  /** `null` if and only if not final. */
  readonly outcome: Outcome<Terms> | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The seat of a party id, or `undefined` for a stranger. */
export function seatOf(
  negotiation: Pick<Negotiation, "initiator" | "responder">,
  partyId: string,
): Seat | undefined {
  if (negotiation.initiator.id === partyId) return "initiator";
  return negotiation.responder.id === partyId ? "responder" : undefined;
}

/** The party that sits opposite to `partyId`. */
export function otherParty(
  negotiation: Pick<Negotiation, "initiator" | "responder">,
  partyId: string,
): Party {
  return negotiation.initiator.id === partyId ? negotiation.responder : negotiation.initiator;
}

/** Whether nothing can follow. */
export function isFinal(negotiation: Pick<Negotiation, "outcome">): boolean {
  return negotiation.outcome !== null;
}

/** How many proposals were made so far. */
export function roundsOf({ standing, turns }: Pick<Negotiation, "standing" | "turns">): number {
  // Nothing stands after a rejection that went on, and yet the rounds count on.
  return (standing ?? turns.findLast(({ round }) => round !== null))?.round ?? 0;
}
