/**
 * @module
 * The record without its turns, as stores keep it: turns stand once, in their entries (ST-4).
 */

import type { Json } from "../json/index.js";
import type { Negotiation, Turn } from "./negotiation.js";

/** A record without its turns. */
export type NegotiationState = Omit<Negotiation, "turns">;

/** The record without its turns, frozen. */
export function stateOf(negotiation: Negotiation): Json {
  return Object.freeze({
    schema: negotiation.schema,
    id: negotiation.id,
    createCommandId: negotiation.createCommandId,
    roomId: negotiation.roomId,
    version: negotiation.version,
    status: negotiation.status,
    initiator: negotiation.initiator,
    responder: negotiation.responder,
    rules: negotiation.rules,
    context: negotiation.context,
    heldBy: negotiation.heldBy,
    standing: negotiation.standing,
    floor: negotiation.floor,
    awaiting: negotiation.awaiting,
    deadlines: negotiation.deadlines,
    failures: negotiation.failures,
    consults: negotiation.consults,
    outcome: negotiation.outcome,
    createdAt: negotiation.createdAt,
    updatedAt: negotiation.updatedAt,
  } satisfies NegotiationState) as unknown as Json;
}

/**
 * The record of a stored state and its turns, frozen, with the members in their usual order.
 *
 * @param rules - an equal, shared rules object to use instead of the stored one
 */
export function recordOf(
  state: NegotiationState,
  turns: readonly Turn[],
  rules: Negotiation["rules"] = state.rules,
): Negotiation {
  return Object.freeze({
    schema: state.schema,
    id: state.id,
    createCommandId: state.createCommandId,
    roomId: state.roomId,
    version: state.version,
    status: state.status,
    initiator: state.initiator,
    responder: state.responder,
    rules,
    context: state.context,
    heldBy: state.heldBy,
    turns: Object.isFrozen(turns) ? turns : Object.freeze([...turns]),
    standing: state.standing,
    floor: state.floor,
    awaiting: state.awaiting,
    deadlines: state.deadlines,
    failures: state.failures,
    consults: state.consults,
    outcome: state.outcome,
    createdAt: state.createdAt,
    updatedAt: state.updatedAt,
  } satisfies Negotiation);
}
