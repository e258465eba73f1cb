/**
 * @module
 * What the benches negotiate about: a supply contract for an API, and two asynchronous agents that come to
 * terms about it in six turns. The same for every contestant.
 */

/** The terms. */
export interface SupplyContract {
  readonly pricePerCall: number;
  readonly callsPerMonth: number;
  readonly billingInterval: "monthly" | "yearly";
  readonly minimumCommitmentMonths: number;
  readonly earlyTerminationFee: number;
}

/** What the agents look at. Every contestant tells at least this. */
export interface ContractCall {
  readonly standing: { readonly terms: SupplyContract } | null;
  readonly turnNumber: number;
}

/** What they answer. */
export type ContractMove =
  | { readonly action: "propose" | "counter"; readonly terms: SupplyContract }
  | { readonly action: "accept" };

/** Takes one side's turns. */
export type ContractAgent = (call: ContractCall) => Promise<ContractMove>;

/** The buyer's first offer. */
export const OPENING: SupplyContract = {
  pricePerCall: 0.0008,
  callsPerMonth: 2_000_000,
  billingInterval: "monthly",
  minimumCommitmentMonths: 12,
  earlyTerminationFee: 500,
};

/** Opens at 0.0008 a call and gives 0.0001 each time. */
export const buyer: ContractAgent = async ({ standing, turnNumber }) => {
  if (standing === null) return { action: "propose", terms: OPENING };
  if (standing.terms.pricePerCall <= 0.0009) return { action: "accept" };
  return {
    action: "counter",
    terms: { ...standing.terms, pricePerCall: (7 + (turnNumber + 1) / 2) / 10_000 },
  };
};

/** Asks for 0.0013 a call, gives 0.0001 each time, and takes 0.001. */
export const seller: ContractAgent = async ({ standing, turnNumber }) => {
  if (standing === null) return { action: "accept" };
  if (standing.terms.pricePerCall >= 0.001) return { action: "accept" };
  return { action: "counter", terms: { ...standing.terms, pricePerCall: (14 - turnNumber / 2) / 10_000 } };
};

/** The six turns that they take. */
export const ACTIONS_TAKEN: readonly string[] = [
  "propose",
  "counter",
  "counter",
  "counter",
  "counter",
  "accept",
];
