/**
 * @module
 * What is stored with a turn and told nobody (EN-54): kept out of every record that is decided on or
 * shown, and put back for the host that reads the store.
 */

import type { Json } from "../json/index.js";
import type { Negotiation, Turn } from "./negotiation.js";

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
