/**
 * @module
 * What a party gets out of a negotiation, in the RFC's terms: a valuation, money, a cost for every round, what it has
 * without this negotiation, and the published price that opens one.
 */

import { readOptions, unmet } from "../../core/checks/index.js";
import type { JsonObject } from "../../core/json/index.js";
import { otherParty } from "../../core/record/index.js";
import type { Policy } from "../../service/commands/index.js";
import type { SigningRefusal } from "../canonical/index.js";
import { anyObject, checkedCopy, type ProposalDocument } from "../documents/index.js";

/** What an agreement is worth to a party. All in one unit. */
export interface AgreementWorth {
  /** Of what is agreed, without the money. */
  readonly valuation: number;
  /** Money *to* the party: positive for a seller, negative for a buyer. */
  readonly received: number;
  /** At least 0. */
  readonly costPerRound: number;
  /** How many proposals were made, by either side. */
  readonly rounds: number;
}

/**
 * A party's utility of an agreement: `valuation + received - costPerRound * rounds`.
 *
 * The RFC writes `u = v - x` and calls x the transfer *to* the party; so read, a seller loses by being paid.
 *
 * @see docs/requirements/oap.md, OAP-43; OAP RFC 0002, A.1
 * @example
 * oapUtility({ valuation: 100, received: -60, costPerRound: 1, rounds: 3 }); // 37, the buyer's
 * oapUtility({ valuation: -40, received: 60, costPerRound: 1, rounds: 3 }); // 17, the seller's
 */
export function oapUtility({ valuation, received, costPerRound, rounds }: AgreementWorth): number {
  return valuation + received - costPerRound * rounds;
}

/**
 * A party's utility without an agreement: what the rounds cost, and its penalty if it was the one that withdrew.
 * A rejection and an expiry cost nobody a penalty.
 *
 * @param penalty - at least 0
 * @throws {RangeError} for a penalty below 0
 * @see docs/requirements/oap.md, OAP-43
 * @example
 * failureUtility({ costPerRound: 1, rounds: 3 }); // -3
 * failureUtility({ costPerRound: 1, rounds: 3 }, 5); // -8, of who withdrew
 */
export function failureUtility(
  { costPerRound, rounds }: Pick<AgreementWorth, "costPerRound" | "rounds">,
  penalty = 0,
): number {
  return withdrawalFloor(0, penalty) - costPerRound * rounds;
}

/**
 * The utility below which even withdrawing is better: the outside option less the penalty. No bound for accepting,
 * since a rejection costs nothing.
 *
 * @param penalty - at least 0
 * @throws {RangeError} for a penalty below 0
 * @see docs/requirements/oap.md, OAP-44
 */
export function withdrawalFloor(outsideOption: number, penalty: number): number {
  if (penalty >= 0) return outsideOption - penalty;
  throw new RangeError(unmet("penalty", "at least 0", penalty));
}

/**
 * The discount factor of one round that a cost a round comes to: `exp(-costPerRound / |valuation|)`.
 *
 * @throws {RangeError} for a valuation of 0
 * @see docs/requirements/oap.md, OAP-46; OAP RFC 0002, A.2
 */
export function discountFactor(costPerRound: number, valuation: number): number {
  if (valuation === 0) throw new RangeError(unmet("valuation", "other than 0", valuation));
  return Math.exp(-costPerRound / Math.abs(valuation));
}

/**
 * Whether a proposal concedes from the own previous one: whether the own utility does not rise.
 *
 * @see docs/requirements/oap.md, OAP-48; OAP RFC 0002, B.6
 * @example
 * const ownUtility = ({ price }: { price: number }) => price;
 * isConcession({ price: 50 }, { price: 45 }, ownUtility); // true, of a seller
 */
export function isConcession<Terms>(
  previous: Terms,
  next: Terms,
  ownUtility: (terms: Terms) => number,
): boolean {
  return ownUtility(next) <= ownUtility(previous);
}

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
 * @throws {TypeError} for an unknown member
 * @see docs/requirements/oap.md, OAP-44 and OAP-49
 * @example
 * const bound = outsideOptionPolicy<{ price: number }>({
 *   partyId: "did:web:buyer.example",
 *   utility: ({ price }) => 100 - price,
 *   outsideOption: 45,
 * });
 */
export function outsideOptionPolicy<Terms>(option: OutsideOption<Terms>): Policy<Terms> {
  const read = readOptions("the outside option", option, OPTION);
  const { partyId, utility, outsideOption, reservationFor } = read;
  return Object.freeze<Policy<Terms>>({
    layer: "personal",
    rule: "outside-option",
    partyId,
    permits: (move, view) => {
      const terms = move.action === "accept" ? view.standing?.terms : move.terms;
      // `legalMoves` asks about a proposal before it has terms.
      if (terms === undefined || terms === null) return true;
      const counterparty = otherParty(view, partyId).id;
      const worth: unknown = utility(terms);
      const least = Math.max(outsideOption, reservationFor?.(counterparty) ?? outsideOption);
      return typeof worth === "number" && worth >= least;
    },
  });
}

const OPTION = ["partyId", "utility", "outsideOption", "reservationFor"] as const;

/** What of round 1 follows from the price; ids, parties, validity and signature are the builder's. */
export type OpeningDraft = Pick<ProposalDocument, "previous_proposal_id" | "round" | "category" | "terms">;

/**
 * The draft of round 1 that offers a published price as it is. Under a manifest with `max_rounds` 1 it is take it or
 * leave it.
 *
 * Refuses with `document_invalid` an entry that no terms can be: prices in it are decimal strings, not fractions.
 *
 * @see docs/requirements/oap.md, OAP-30; OAP RFC 0002, section 4
 * @example
 * proposalFromPricing({ action: "weather.forecast", price_per_call_eur: "0.0040" });
 * // { ok: true, draft: { previous_proposal_id: null, round: 1, category: "pricing", terms: { ... } } }
 */
export function proposalFromPricing(
  entry: unknown,
): { readonly ok: true; readonly draft: OpeningDraft } | SigningRefusal {
  const copy = checkedCopy<JsonObject>(entry, anyObject);
  if (!copy.ok) return copy;
  const draft = { previous_proposal_id: null, round: 1, category: "pricing", terms: copy.value };
  return Object.freeze({ ok: true, draft: Object.freeze(draft) });
}
