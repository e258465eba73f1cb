/**
 * @module
 * The call that a party's agent would get, made from a record without a service.
 */

import { nextDeadline } from "../../core/deadlines/index.js";
import { isDeadlocked, legalMoves } from "../../core/moves/index.js";
import type { ContextProjection, Negotiation } from "../../core/record/index.js";
import { otherParty, seatOf, view } from "../../core/record/index.js";
import type { AgentCall } from "../../ports/index.js";

/** A call without its signal: plain data, deep-frozen. */
export type AgentCallData<Terms = unknown> = Omit<AgentCall<Terms>, "signal">;

/**
 * What the agent of this party is told on its first call for the turn that is awaited.
 *
 * @throws {TypeError} when the party does not have the floor
 */
export function agentCallData<Terms>(
  negotiation: Negotiation<Terms>,
  partyId: string,
  project?: ContextProjection,
): AgentCallData<Terms> {
  const seat = seatOf(negotiation, partyId);
  const seen = view(negotiation, partyId, project);
  const legal = legalMoves(negotiation, partyId);
  const deadline = nextDeadline(negotiation);
  if (!seat || !seen || !legal || !deadline || negotiation.floor !== partyId) {
    throw new TypeError(`Expected a party with the floor, got ${partyId} while ${negotiation.floor} has it.`);
  }
  const { rules, turns, consults } = negotiation;
  return Object.freeze({
    negotiationId: negotiation.id,
    party: negotiation[seat],
    seat,
    other: otherParty(negotiation, partyId),
    turns: seen.turns,
    standing: negotiation.standing,
    turnNumber: legal.turnNumber,
    turnsLeft: legal.turnsLeft,
    isFinalTurn: legal.isFinalTurn,
    legalActions: legal.actions,
    assessments: rules.assessments,
    assessmentRequired: rules.assessmentRequired,
    deadlineAt: deadline.at,
    context: seen.context,
    deadlocked: isDeadlocked(turns, rules.deadlockAfter, consults),
    attempt: 1,
    lastError: null,
    repeated: null,
    consult: seen.consults.findLast((consult) => consult.turnNumber === legal.turnNumber) ?? null,
  });
}

/** The call with its signal, frozen. */
export function frozenCall<Terms>(data: AgentCallData<Terms>, signal: AbortSignal): AgentCall<Terms> {
  return Object.freeze({ ...data, signal });
}

/** An equal call of which everything can be written to. */
export function looseCall<Terms>(data: AgentCallData<Terms>, signal: AbortSignal): AgentCall<Terms> {
  return { ...structuredClone(data), signal };
}
