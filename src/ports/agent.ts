/**
 * @module
 * The agent port: the callback that takes a party's turns. It gets a frozen call and answers a move;
 * everything that can go wrong with it is the turn runner's business.
 */

import type { Json } from "../core/json/index.js";
import type { Move } from "../core/moves/index.js";
import type {
  Action,
  Consult,
  FailedTurn,
  NegotiationRules,
  Party,
  Proposal,
  Seat,
  TurnView,
} from "../core/record/index.js";
import type { MaybePromise } from "./maybe-promise.js";

/** What an agent is told when it has the floor, as the view of its party allows. Frozen. */
export interface AgentCall<Terms = unknown> {
  readonly negotiationId: string;
  /** The party that it takes the turn for. */
  readonly party: Party;
  readonly seat: Seat;
  /** The party across the table. */
  readonly other: Party;
  /** Those recorded so far, without what is private to the other side. */
  readonly turns: readonly TurnView<Terms>[];
  /** The live proposal, of either side; `null` before the opening. */
  readonly standing: Proposal<Terms> | null;
  /** The number that the answer's turn will have. */
  readonly turnNumber: number;
  /** How many more may be counted; `null` when unlimited. */
  readonly turnsLeft: number | null;
  /** Whether whatever it does will end the negotiation. */
  readonly isFinalTurn: boolean;
  /** What it may do now; anything else is refused. */
  readonly legalActions: readonly Action[];
  /** What the other side sees of assessments, as the rules have it. */
  readonly assessments: NegotiationRules["assessments"];
  /** Whether its move has to bring an assessment, as the rules have it. */
  readonly assessmentRequired: boolean;
  /** Epoch ms by which the answer must be in. */
  readonly deadlineAt: number;
  /** What the creator handed in, as the preset projects it for this seat. */
  readonly context: Json;
  /** Whether a long run of counters and questions led here; advice only. */
  readonly deadlocked: boolean;
  /** 1 on the first call for this turn. */
  readonly attempt: number;
  /** What was wrong with the last answer, when this is a repeated call. */
  readonly lastError: CallError | null;
  /** The message that was said before, when the last answer repeated it. */
  readonly repeated: string | null;
  /** The agent's own consult with its answer, when this call follows one. */
  readonly consult: Consult | null;
  /** Aborts at the deadline, the agent timeout, the end of the negotiation or the close of the room. */
  readonly signal: AbortSignal;
}

/** Why an answer was not taken: enough to mend it. Holds nothing of the other side. */
export interface CallError {
  /** The refusal's, or `timeout` or `threw` where no answer came. */
  readonly code: NonNullable<FailedTurn["code"]>;
  readonly message: string;
  /** Paths lead into the move, those of `terms_invalid` into the terms. */
  readonly issues: NonNullable<FailedTurn["issues"]>;
}

/** A pause to ask the agent's own principal; see `rules.consult`. */
export interface ConsultRequest {
  readonly consult: string;
}

/**
 * Takes a party's turns: gets a call, answers a move (or asks its own principal).
 *
 * @example
 * const buyer: Agent<{ price: number }> = ({ standing }) =>
 *   standing !== null && standing.terms.price <= 55
 *     ? { action: "accept" }
 *     : { action: standing === null ? "propose" : "counter", terms: { price: 50 } };
 */
export type Agent<Terms = unknown> = (call: AgentCall<Terms>) => MaybePromise<Move<Terms> | ConsultRequest>;
