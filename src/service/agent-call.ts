/**
 * @module
 * One call of an agent: what it is told, and the signal that ends it. Whether to call, and what an
 * answer comes to, is the turn runner's business.
 */

import { isFinalTurn, turnsLeft } from "../core/cap.js";
import { nextDeadline } from "../core/deadlines.js";
import type { Action, FailedTurn, Negotiation, Seat } from "../core/negotiation.js";
import { otherParty } from "../core/negotiation.js";
import { isDeadlocked } from "../core/repetition.js";
import { type ContextProjection, viewOfTurn } from "../core/view.js";
import type { Agent, AgentCall } from "../ports/agent.js";

/** Why the answer of a call no longer counts. */
export type DropReason = "late" | "aborted" | "stale";

/** A running call. */
export class RunningCall<Terms> {
  readonly agent: Agent<Terms>;
  /** The record that was current when the call began. */
  readonly negotiation: Negotiation<Terms>;
  readonly partyId: string;
  readonly attempt: number;
  /** Epoch ms at which the agent timeout ends it; `null` is the negotiation's own deadline. Answered, it has none. */
  timeoutAt: number | null;
  /** The text that was said before, when the agent is asked again for that reason. */
  repeated: string | null = null;
  /** Set once the answer no longer counts, or has been taken. */
  isOver = false;
  why: DropReason = "aborted";
  #controller: AbortController | undefined;

  constructor(agent: Agent<Terms>, negotiation: Negotiation<Terms>, attempt: number, now: number) {
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
    if (this.isOver) this.#controller.abort();
    return this.#controller.signal;
  }

  /** Ends the call: its answer, whenever it comes, is dropped for this reason. */
  abandon(why: DropReason): void {
    if (this.isOver) return;
    this.isOver = true;
    this.why = why;
    this.#controller?.abort();
  }

  /** Whether the record still waits for just this call. */
  isFor(negotiation: Negotiation<Terms>): boolean {
    return (
      negotiation.floor === this.partyId &&
      negotiation.turns.length === this.negotiation.turns.length &&
      negotiation.awaiting?.kind === this.negotiation.awaiting?.kind &&
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
  const { negotiation, partyId } = call;
  const { rules, turns, consults } = negotiation;
  const seat: Seat = negotiation.initiator.id === partyId ? "initiator" : "responder";
  const consult = consults.at(-1);
  return Object.freeze({
    negotiationId: negotiation.id,
    party: negotiation[seat],
    seat,
    other: otherParty(negotiation, partyId),
    turns: Object.freeze(turns.map((turn) => viewOfTurn(turn, partyId, rules.assessments))),
    standing: negotiation.standing,
    turnNumber: turns.length + 1,
    turnsLeft: turnsLeft(negotiation),
    isFinalTurn: isFinalTurn(negotiation),
    legalActions,
    deadlineAt: nextDeadline(negotiation)?.at ?? 0,
    context: projectContext === undefined ? negotiation.context : projectContext(negotiation.context, seat),
    deadlocked: isDeadlocked(turns, rules.deadlockAfter, consults),
    attempt: call.attempt,
    lastError: lastFailure?.error ?? null,
    repeated: call.repeated,
    consult: consult?.partyId === partyId && consult.turnNumber === turns.length + 1 ? consult : null,
    get signal() {
      return call.signal;
    },
  });
}
