/**
 * @module
 * What a party gets out of it in the RFC's terms: utility, concessions, the outside option, published prices.
 */

export { isConcession } from "./concession.js";
export {
  type AgreementWorth,
  discountFactor,
  failureUtility,
  oapUtility,
  withdrawalFloor,
} from "./oap-utility.js";
export { type OutsideOption, outsideOptionPolicy } from "./outside-option.js";
export { type OpeningDraft, proposalFromPricing } from "./pricing.js";
