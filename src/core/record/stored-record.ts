/**
 * @module
 * What stores keep: the record without its turns, which stand once, in their entries (ST-4), and in these what is stored
 * and told nobody (EN-54), kept out of every record that is decided on or shown.
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

/** The newest format of records and entries that this version reads and the one that it writes. */
export const SCHEMA = 1;

/** What a commit adds to the history of a negotiation. */
export interface NewEntry {
  /** `created`, `turn`, `failed`, `parked`, `claimed`, `released`, `consulted`, `answered`, `cancelled`, `closed` or `woken`. */
  readonly kind: string;
  /** Unique within the negotiation: a party's has its seat before it, as in `responder:cmd-1`. */
  readonly commandId: string | null;
  readonly turnNumber: number | null;
  readonly turn: Json | null;
  /** What replay needs beyond the turn. */
  readonly details: Json | null;
}

/** A stored entry. Entries never change. */
export interface Entry extends NewEntry {
  readonly version: number;
  readonly schema: number;
  /** Epoch ms. */
  readonly at: number;
}

/** The turn as it may be told; the very same where nothing is sealed. */
export function unsealedTurn<Terms>(turn: Turn<Terms>): Turn<Terms> {
  if (turn.sealed === undefined) return turn;
  const { sealed: _, ...told } = turn;
  return Object.freeze(told);
}

/** The turn as it is stored. */
export function sealedTurn<Terms>(turn: Turn<Terms>, sealed: Json | undefined): Turn<Terms> {
  return sealed === undefined || sealed === null ? turn : Object.freeze({ ...turn, sealed });
}

/** The record with its turns as one of the two gives them; the very same where they are. @default as they may be told */
export function recordWith<Terms>(
  negotiation: Negotiation<Terms>,
  turnOf: (turn: Turn<Terms>) => Turn<Terms> = unsealedTurn,
): Negotiation<Terms> {
  const turns = negotiation.turns.map(turnOf);
  const isSame = turns.every((turn, index) => turn === negotiation.turns[index]);
  return isSame ? negotiation : Object.freeze({ ...negotiation, turns: Object.freeze(turns) });
}
