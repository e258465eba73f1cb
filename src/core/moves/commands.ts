/**
 * @module
 * The commands that `decide` understands: everything that can be asked of a negotiation, as data; and the events that
 * reach the machine for them.
 */

import type { Issue } from "../../errors.js";
import type { Json } from "../json/index.js";
import type {
  Action,
  FailedTurn,
  FailureKind,
  NegotiationRules,
  Party,
  Seat,
  TurnSource,
} from "../record/index.js";
import type { ReadMove } from "./moves.js";

/** Begins a negotiation, with or without its opening proposal. */
export interface CreateCommand {
  readonly type: "create";
  readonly id: string;
  /** Also the command id of the opening turn. */
  readonly commandId: string;
  readonly roomId: string;
  readonly initiator: Party;
  readonly responder: Party;
  readonly rules: NegotiationRules;
  /** Deep-frozen JSON. */
  readonly context: Json;
  readonly heldBy: string | null;
  /** A read `propose` move, or `null`: the opener is then asked. */
  readonly opening: ReadMove | null;
}

/** A party moves. */
export interface MoveCommand {
  readonly type: "move";
  readonly partyId: string;
  readonly move: ReadMove;
  readonly commandId: string;
  readonly source: TurnSource;
  readonly coercedFrom: Action | null;
  /** Refused as `stale_version` when the record has another. */
  readonly expectedVersion: number | null;
  readonly claim: { readonly agentId: string; readonly claimId: string } | null;
}

/** An agent call brought no turn. */
export interface FailCommand {
  readonly type: "fail";
  readonly partyId: string;
  readonly turnNumber: number;
  readonly kind: FailureKind;
  /** @default the kind */
  readonly code?: FailedTurn["code"];
  /** Cut to 300 characters. */
  readonly error: string;
  /** Cut to ten, and to 300 characters each. @default none */
  readonly issues?: readonly Issue[] | undefined;
  /** What the agent threw: told with `turn:failed`, and never stored. */
  readonly cause?: unknown;
  /** `awaiting.since` when the call began: a failure of a call from before is old news. @default any */
  readonly since?: number | undefined;
}

/** A turn waits for pickup. */
export interface ParkCommand {
  readonly type: "park";
}

/** An agent takes a parked turn, or gives it back. */
export interface ClaimCommand {
  readonly type: "claim" | "release";
  readonly agentId: string;
  readonly claimId: string;
}

/** The party with the floor asks its own principal. */
export interface ConsultCommand {
  readonly type: "consult";
  readonly partyId: string;
  readonly id: string;
  readonly question: string;
}

/** The principal answers. */
export interface AnswerCommand {
  readonly type: "answer";
  readonly partyId: string;
  readonly answer: string;
}

/** The host ends it. */
export interface CancelCommand {
  readonly type: "cancel";
  /** Deep-frozen JSON. */
  readonly details: Json;
}

/** Somebody thinks that a deadline may be due. */
export interface WakeCommand {
  readonly type: "wake";
}

/** Everything that can be asked of a negotiation. */
export type Command =
  | CreateCommand
  | MoveCommand
  | FailCommand
  | ParkCommand
  | ClaimCommand
  | ConsultCommand
  | AnswerCommand
  | CancelCommand
  | WakeCommand;

/** A party's move, read and addressed. */
export interface MoveEvent extends Omit<MoveCommand, "type" | "expectedVersion"> {
  readonly type: Action;
  /** Epoch ms. */
  readonly at: number;
  readonly seat: Seat;
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
export interface ClosedEvent extends Omit<CancelCommand, "type"> {
  readonly type: "closed";
  readonly at: number;
}

/** Events that keep the state and change only what is awaited. */
export type AwaitingEvent = { readonly at: number } & (
  | ParkCommand
  | ClaimCommand
  | Omit<ConsultCommand, "partyId">
  | Omit<AnswerCommand, "partyId">
);

/** Everything that the machine can hear. Only `decide` and `replay` build it: nothing from outside chooses a type (MA-5). */
export type MachineEvent = MoveEvent | TimeoutEvent | FailedEvent | ClosedEvent | AwaitingEvent;
