/**
 * @module
 * What a party gets out of a negotiation, in the RFC's terms: a valuation, money, and a cost for every round.
 */

import { unmet } from "../../core/checks/index.js";

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
