/**
 * @module
 * What a party may do now, and how much of it is left. Agrees with `decide` on every state, party and
 * action (EN-11).
 */

import { nextDeadline } from "../deadlines/index.js";
import { ACTIONS, type Action, type Negotiation, seatOf } from "../record/index.js";
import { isCapSpent, isCounted, isFinalTurn, turnsLeft } from "./cap.js";
import { type Mover, refusalCodeOfOffer } from "./legality-checks.js";

/** What a party may do. */
export interface LegalMoves {
  /** In the order propose, counter, accept, reject, question, withdraw; empty when there is nothing to do. */
  readonly actions: readonly Action[];
  /** The number that the next recorded turn gets. */
  readonly turnNumber: number;
  /** How many more turns, or proposals, may be counted; `null` when unlimited. */
  readonly turnsLeft: number | null;
  readonly isFinalTurn: boolean;
  /** Epoch ms of the deadline that is due first; `null` when final. */
  readonly deadlineAt: number | null;
  /** The id of the party whose turn it is; `null` when final. */
  readonly floor: string | null;
}

/**
 * What `partyId` may do now, or `undefined` for a stranger.
 *
 * An action is listed if the matrix, the rules, the floor and the cap allow it, and if it would not
 * merely close the negotiation by an exceeded cap. Fields, policies and schemas are judged when the
 * move comes.
 */
export function legalMoves(negotiation: Negotiation, partyId: string): LegalMoves | undefined {
  if (seatOf(negotiation, partyId) === undefined) return undefined;
  return Object.freeze({
    actions: legalActions(negotiation, partyId),
    turnNumber: negotiation.turns.length + 1,
    turnsLeft: turnsLeft(negotiation),
    isFinalTurn: isFinalTurn(negotiation),
    deadlineAt: nextDeadline(negotiation)?.at ?? null,
    floor: negotiation.floor,
  });
}

/** The actions of `legalMoves` alone, for one of the two parties. */
export function legalActions(negotiation: Negotiation, partyId: string): readonly Action[] {
  const mover: Mover = { partyId, seat: seatOf(negotiation, partyId) ?? "responder" };
  const isSpent = isCapSpent(negotiation);
  const actions: Action[] = [];
  for (const action of ACTIONS) {
    if (isSpent && isCounted(negotiation, action)) continue;
    if (refusalCodeOfOffer(negotiation, mover, action) === undefined) actions.push(action);
  }
  return Object.freeze(actions);
}
