/**
 * @module
 * Offering policies: what to propose next.
 */

export { offerBest, offerRandom } from "./baselines.js";
export {
  offerMonotonicConcession,
  offerZeuthen,
  type ZeuthenGains,
  type ZeuthenOptions,
  zeuthenGains,
} from "./concession.js";
export { offerHybrid } from "./hybrid.js";
export { MicroLadder, microLadder, offerLadder, offerMicro, sharedLadder } from "./micro.js";
export { offerNiceTitForTat } from "./nice-tit-for-tat.js";
export { offerAspiration, offerTimeDependent, type PickOptions } from "./time-dependent.js";
export {
  type DelayOptions,
  type OpeningOptions,
  offerAveragedTitForTat,
  offerRandomAbsoluteTitForTat,
  offerRelativeTitForTat,
  type StrayOptions,
  type WindowOptions,
} from "./tit-for-tat.js";
export { offerTradeOff, type SimilarityOptions, type TradeOffOptions } from "./trade-off.js";
