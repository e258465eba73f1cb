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

/** The record as it may be told; the very same where nothing is sealed. By hand: every decision begins with it. */
export function unsealedRecord<Terms>(negotiation: Negotiation<Terms>): Negotiation<Terms> {
  const { turns } = negotiation;
  for (let index = 0; index < turns.length; index += 1) {
    if (turns[index]?.sealed !== undefined) return withTurns(negotiation, turns.map(unsealedTurn));
  }
  return negotiation;
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
  return turns.every((turn, index) => turn === negotiation.turns[index])
    ? negotiation
    : withTurns(negotiation, turns);
}

function withTurns<Terms>(
  negotiation: Negotiation<Terms>,
  turns: readonly Turn<Terms>[],
): Negotiation<Terms> {
  return Object.freeze({ ...negotiation, turns: Object.freeze(turns) });
}
