/**
 * @module
 * One call of an agent: what it is told, and the signal that ends it. Whether to call, and what an
 * answer comes to, is the turn runner's business.
 */

import { nextDeadline } from "../../core/deadlines/index.js";
import type { Json } from "../../core/json/index.js";
import { isDeadlocked, isFinalTurn, turnsLeft } from "../../core/moves/index.js";
import type {
  Action,
  Consult,
  ContextProjection,
  FailedTurn,
  Negotiation,
  NegotiationRules,
  Party,
  Proposal,
  Seat,
  TurnView,
} from "../../core/record/index.js";
import { otherParty, viewOfTurn } from "../../core/record/index.js";
import type { Agent, AgentCall, CallError } from "../../ports/index.js";
import type { CommandResult } from "../commands/index.js";
import type { DropReason } from "../events/index.js";

/**
 * The member of a call by which a person's seat hands answers in while the call goes on (EN-56). Hidden from programs,
 * since what it answers is the host's record.
 */
export const HAND_IN: unique symbol = Symbol("handIn");

/** Hands in; `undefined` where the turn has passed. */
export type HandIn<Terms> = (answer: unknown) => Promise<CommandResult<Terms> | undefined>;

/** The same for any call: a function of its own for each would be held by every call that waits. */
export type HandInOf<Terms> = (call: RunningCall<Terms>, answer: unknown) => ReturnType<HandIn<Terms>>;

const NO_TURNS: readonly never[] = Object.freeze([]);

/** A running call. */
export class RunningCall<Terms> {
  declare readonly agent: Agent<Terms>;
  /** The record that was current when the call began. */
  declare readonly negotiation: Negotiation<Terms>;
  declare readonly partyId: string;
  declare readonly attempt: number;
  /** Epoch ms at which the agent timeout ends it; `null` is the negotiation's own deadline. */
  declare timeoutAt: number | null;
  /** The text that was said before, when the agent is asked again for that reason. */
  repeated: string | null = null;
  /** Whether the fallback agent was asked at once, in the place of the party's own. */
  isStandIn = false;
  /** Set once the answer no longer counts, or has been taken. */
  isOver = false;
  /** Whether an answer has been taken, or is being judged, while the call goes on. */
  isHandedIn = false;
  /** Takes such an answer. */
  handIn: HandInOf<Terms> | undefined;
  why: DropReason = "aborted";
  /** The turns as each seat was told them last, handed on from call to call of a negotiation: none is made twice. */
  declare readonly seen: Record<Seat, readonly TurnView<Terms>[]>;
  #isAnswered = false;
  #controller: AbortController | undefined;

  /** @param before - an earlier call of this negotiation */
  constructor(
    agent: Agent<Terms>,
    negotiation: Negotiation<Terms>,
    attempt: number,
    now: number,
    before?: RunningCall<Terms>,
  ) {
    this.seen = before?.seen ?? { initiator: NO_TURNS, responder: NO_TURNS };
    this.agent = agent;
    this.negotiation = negotiation;
    this.partyId = negotiation.floor ?? "";
    this.attempt = attempt;
    const { agentTimeoutMs } = negotiation.rules;
    this.timeoutAt = agentTimeoutMs === null ? null : now + agentTimeoutMs;
  }

  /** The number that the answer's turn would have. */
  get turnNumber(): number {
    return this.negotiation.turns.length + 1;
  }

  /** The agent's signal, made when it is first asked for: most agents never look at it. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.isOver && !this.#isAnswered) this.#controller.abort();
    return this.#controller.signal;
  }

  /** The agent is done: what the checks of its answer take is not its time, and its signal stays quiet. */
  answered(): void {
    this.#isAnswered = true;
    this.timeoutAt = null;
  }

  /** Ends the call: its answer, whenever it comes, is dropped for this reason. */
  abandon(why: DropReason): void {
    if (this.isOver) return;
    this.isOver = true;
    // Else its failure, while it waits for the store, would be woken for again and again.
    this.timeoutAt = null;
    this.why = why;
    if (!this.#isAnswered) this.#controller?.abort();
  }

  /** Whether the record still waits for this turn in this manner. */
  isTurnOf(negotiation: Negotiation<Terms>): boolean {
    return (
      negotiation.floor === this.partyId &&
      negotiation.turns.length === this.negotiation.turns.length &&
      negotiation.awaiting?.kind === this.negotiation.awaiting?.kind
    );
  }

  /** Whether the record still waits for just this call. */
  isFor(negotiation: Negotiation<Terms>): boolean {
    return (
      this.isTurnOf(negotiation) &&
      negotiation.awaiting?.since === this.negotiation.awaiting?.since &&
      negotiation.failures === this.negotiation.failures
    );
  }
}

/**
 * What the agent is told: the record as its party may see it, and what it may do. Frozen.
 *
 * @param legalActions - after policies
 */
export function agentCallOf<Terms>(
  call: RunningCall<Terms>,
  legalActions: readonly Action[],
  lastFailure: FailedTurn | undefined,
  projectContext: ContextProjection | undefined,
): AgentCall<Terms> {
  return Object.freeze(new ToldCall(call, legalActions, lastFailure, projectContext));
}

/**
 * The call as an agent gets it. `signal` is an own member, so that `{ ...call }` has it too, and a getter,
 * since a signal costs more than a turn. All calls share the getter: one of its own for each, as a literal
 * has, is ten times as dear (measured). The members are only declared: a field would be defined twice.
 */
class ToldCall<Terms> implements AgentCall<Terms> {
  declare readonly negotiationId: string;
  declare readonly party: Party;
  declare readonly seat: Seat;
  declare readonly other: Party;
  declare readonly turns: readonly TurnView<Terms>[];
  declare readonly standing: Proposal<Terms> | null;
  declare readonly turnNumber: number;
  declare readonly turnsLeft: number | null;
  declare readonly isFinalTurn: boolean;
  declare readonly legalActions: readonly Action[];
  declare readonly assessments: NegotiationRules["assessments"];
  declare readonly assessmentRequired: boolean;
  declare readonly deadlineAt: number;
  declare readonly context: Json;
  declare readonly deadlocked: boolean;
  declare readonly attempt: number;
  declare readonly lastError: CallError | null;
  declare readonly repeated: string | null;
  declare readonly consult: Consult | null;
  declare readonly signal: AbortSignal;
  readonly #call: RunningCall<Terms>;

  static readonly #signal = {
    enumerable: true,
    get(this: ToldCall<unknown>): AbortSignal {
      return this.#call.signal;
    },
  };

  constructor(
    call: RunningCall<Terms>,
    legalActions: readonly Action[],
    lastFailure: FailedTurn | undefined,
    projectContext: ContextProjection | undefined,
  ) {
    const { negotiation, partyId } = call;
    const { rules, turns, consults } = negotiation;
    const consult = consults.at(-1);
    this.#call = call;
    this.negotiationId = negotiation.id;
    this.seat = negotiation.initiator.id === partyId ? "initiator" : "responder";
    this.party = negotiation[this.seat];
    this.other = otherParty(negotiation, partyId);
    const seen = call.seen[this.seat];
    const added = turns.slice(seen.length).map((turn) => viewOfTurn(turn, partyId, rules.assessments));
    this.turns = added.length === 0 ? seen : Object.freeze([...seen, ...added]);
    call.seen[this.seat] = this.turns;
    this.standing = negotiation.standing;
    this.turnNumber = turns.length + 1;
    this.turnsLeft = turnsLeft(negotiation);
    this.isFinalTurn = isFinalTurn(negotiation);
    this.legalActions = legalActions;
    this.assessments = rules.assessments;
    this.assessmentRequired = rules.assessmentRequired;
    this.deadlineAt = nextDeadline(negotiation)?.at ?? 0;
    this.context =
      projectContext === undefined ? negotiation.context : projectContext(negotiation.context, this.seat);
    this.deadlocked = isDeadlocked(turns, rules.deadlockAfter, consults);
    this.attempt = call.attempt;
    this.lastError = lastFailure === undefined ? null : errorOf(lastFailure);
    this.repeated = call.repeated;
    this.consult = consult?.partyId === partyId && consult.turnNumber === turns.length + 1 ? consult : null;
    Object.defineProperty(this, "signal", ToldCall.#signal);
  }

  /** A person has until the deadline: no agent timeout ends the call any more. */
  [HAND_IN](): HandIn<Terms> | undefined {
    const call = this.#call;
    const { handIn } = call;
    call.timeoutAt = null;
    return handIn && ((answer) => handIn(call, answer));
  }
}

function errorOf({ kind, code = kind, error: message, issues = [] }: FailedTurn): CallError {
  return Object.freeze({ code, message, issues });
}
