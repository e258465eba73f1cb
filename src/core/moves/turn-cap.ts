/**
 * @module
 * The bound on turns or proposals: how much is counted, what is left, and whether the cap is hit.
 * Every door asks here (EN-20).
 */

import type { Action, Negotiation, PartyKind } from "../record/index.js";
import { forbiddenBy, roundsOf, seatOf } from "../record/index.js";

/** How many turns, or proposals, count so far. */
function countedOf(negotiation: Negotiation): number {
  return negotiation.rules.cap.counts === "turns" ? negotiation.turns.length : roundsOf(negotiation);
}

/** How many more may be counted, never below 0; `null` when unlimited. */
export function turnsLeft(negotiation: Negotiation): number | null {
  const { limit } = negotiation.rules.cap;
  return limit === "unlimited" ? null : Math.max(0, limit - countedOf(negotiation));
}

/** Whether an `exceed` cap is used up, so that a further counted move would be one too many. */
export function isCapSpent(negotiation: Negotiation): boolean {
  const { mode, limit } = negotiation.rules.cap;
  return mode === "exceed" && limit !== "unlimited" && countedOf(negotiation) >= limit;
}

/** Whether the next counted move brings a `reach` cap to its limit. */
export function isLastBeforeCap(negotiation: Negotiation): boolean {
  const { mode, limit } = negotiation.rules.cap;
  return mode === "reach" && limit !== "unlimited" && countedOf(negotiation) + 1 >= limit;
}

/** Whether the cap counts this action; what decides is never in the way of a cap. */
export function isCounted(negotiation: Negotiation, action: Action): boolean {
  if (action === "question") return negotiation.rules.cap.counts === "turns";
  return action === "propose" || action === "counter";
}

/** Whether a party of that kind may only decide now: the last turn under `finalTurn: "decide"`. */
export function mustDecide(negotiation: Negotiation, kind: PartyKind): boolean {
  return negotiation.rules.finalTurn[kind] === "decide" && isLastBeforeCap(negotiation);
}

/**
 * Whether this is the last turn: with `reach`, the one that brings the count to the limit; with
 * `exceed`, one on which every legal action would end the negotiation (EN-17).
 */
export function isFinalTurn(negotiation: Negotiation): boolean {
  if (negotiation.floor === null) return false;
  if (isLastBeforeCap(negotiation)) return true;
  return isCapSpent(negotiation) && !mayStillAsk(negotiation, negotiation.floor);
}

/** A question that the cap does not count keeps a spent negotiation alive. */
function mayStillAsk(negotiation: Negotiation, partyId: string): boolean {
  const seat = seatOf(negotiation, partyId);
  if (seat === undefined || isCounted(negotiation, "question") || negotiation.standing === null) return false;
  return forbiddenBy(negotiation.rules.actions, seat, negotiation[seat].kind, "question") === undefined;
}
