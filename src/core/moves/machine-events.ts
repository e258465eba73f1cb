/**
 * @module
 * The closed union of events that reach the machine. Only `decide` and `replay` build them; nothing
 * that came from outside ever chooses an event type (MA-5).
 */

import type { Json } from "../json/index.js";
import type { Action, FailedTurn, Seat, TurnSource } from "../record/index.js";
import type { ReadMove } from "./moves.js";

/** A party's move, read and addressed. */
export interface MoveEvent {
  readonly type: Action;
  /** Epoch ms. */
  readonly at: number;
  readonly partyId: string;
  readonly seat: Seat;
  readonly move: ReadMove;
  readonly source: TurnSource;
  readonly coercedFrom: Action | null;
  readonly commandId: string;
  /** The claim under which a picked-up turn is answered. */
  readonly claim: { readonly agentId: string; readonly claimId: string } | null;
}

/** A deadline that was due. */
export interface TimeoutEvent {
  readonly type:
    | "turn.timeout"
    | "total.timeout"
    | "proposal.expired"
    | "consult.expired"
    | "park.expired"
    | "claim.expired";
  /** Epoch ms at which it was applied. */
  readonly at: number;
}

/** An agent call that brought no turn. */
export interface FailedEvent {
  readonly type: "agent.failed";
  readonly at: number;
  readonly failure: FailedTurn;
  /** The reason with which it ends the negotiation, or `null` while there is another way. */
  readonly closes: "agent_error" | "repetition" | null;
}

/** The host ends it. */
export interface ClosedEvent {
  readonly type: "closed";
  readonly at: number;
  readonly details: Json;
}

/** Events that keep the state and change only what is awaited. */
export type AwaitingEvent =
  | { readonly type: "park"; readonly at: number }
  | { readonly type: "claim"; readonly at: number; readonly agentId: string; readonly claimId: string }
  | { readonly type: "release"; readonly at: number; readonly agentId: string; readonly claimId: string }
  | { readonly type: "consult"; readonly at: number; readonly id: string; readonly question: string }
  | { readonly type: "answer"; readonly at: number; readonly answer: string };

/** Everything that the machine can hear. */
export type MachineEvent = MoveEvent | TimeoutEvent | FailedEvent | ClosedEvent | AwaitingEvent;
