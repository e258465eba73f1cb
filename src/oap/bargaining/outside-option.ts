/**
 * @module
 * The bound that no agent of a party gets past: what the party has without this negotiation.
 */

import { otherParty } from "../../core/record/index.js";
import type { Policy } from "../../service/commands/index.js";

/** What a party's bound is made of. */
export interface OutsideOption<Terms> {
  /** Whose bound it is. */
  readonly partyId: string;
  /** The party's own utility of terms. */
  readonly utility: (terms: Terms) => number;
  /** The utility of what the party gets elsewhere. */
  readonly outsideOption: number;
  /** The utility that the party wants of this counterparty, by its id; never counts for less than the outside option. */
  readonly reservationFor?: ((counterparty: string) => number) | undefined;
}

/**
 * The policy that neither accepts nor offers terms below the outside option, or below the reservation for that
 * counterparty. Like every policy it leaves the ways out open.
 *
 * A penalty does not lower the bound: rejecting and waiting cost none.
 *
 * @see docs/requirements/oap.md, OAP-44 and OAP-49
 * @example
 * const bound = outsideOptionPolicy<{ price: number }>({
 *   partyId: "did:web:buyer.example",
 *   utility: ({ price }) => 100 - price,
 *   outsideOption: 45,
 * });
 */
export function outsideOptionPolicy<Terms>(option: OutsideOption<Terms>): Policy<Terms> {
  const { partyId, utility, outsideOption, reservationFor } = option;
  return Object.freeze<Policy<Terms>>({
    layer: "personal",
    rule: "outside-option",
    partyId,
    permits: (move, view) => {
      const terms = move.action === "accept" ? view.standing?.terms : move.terms;
      // `legalMoves` asks about a proposal before it has terms.
      if (terms === undefined || terms === null) return true;
      const counterparty = otherParty(view, partyId).id;
      return utility(terms) >= Math.max(outsideOption, reservationFor?.(counterparty) ?? outsideOption);
    },
  });
}
