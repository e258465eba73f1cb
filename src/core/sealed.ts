/**
 * @module
 * What is stored with a turn and told nobody (EN-54): kept out of every record that is decided on or
 * shown, and put back for the host that reads the store.
 */

import type { Json, Negotiation, Turn } from "./negotiation.js";

/** The turn as it may be told; the very same where nothing is sealed. */
export function unsealedTurn<Terms>(turn: Turn<Terms>): Turn<Terms> {
  if (turn.sealed === undefined) return turn;
  const { sealed: _, ...told } = turn;
  return Object.freeze(told);
}

/** The record as it may be told; the very same where nothing is sealed. */
export function unsealedRecord<Terms>(negotiation: Negotiation<Terms>): Negotiation<Terms> {
  const { turns } = negotiation;
  return turns.some(isSealed) ? withTurns(negotiation, turns.map(unsealedTurn)) : negotiation;
}

/** The turn as it is stored. */
export function sealedTurn<Terms>(turn: Turn<Terms>, sealed: Json | undefined): Turn<Terms> {
  return sealed === undefined || sealed === null ? turn : Object.freeze({ ...turn, sealed });
}

/** The record as it is stored; the very same where nothing is sealed. */
export function sealedRecord<Terms>(
  negotiation: Negotiation<Terms>,
  sealedOf: (turn: Turn<Terms>) => Json | undefined,
): Negotiation<Terms> {
  const turns = negotiation.turns.map((turn) => sealedTurn(turn, sealedOf(turn)));
  return turns.some(isSealed) ? withTurns(negotiation, turns) : negotiation;
}

function isSealed({ sealed }: Turn): boolean {
  return sealed !== undefined;
}

function withTurns<Terms>(
  negotiation: Negotiation<Terms>,
  turns: readonly Turn<Terms>[],
): Negotiation<Terms> {
  return Object.freeze({ ...negotiation, turns: Object.freeze(turns) });
}
