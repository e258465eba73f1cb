/**
 * @module
 * Offering policies: what to propose next.
 */

export { offerHybrid } from "./hybrid.js";
export { MicroLadder, microLadder, offerLadder, offerMicro, sharedLadder } from "./micro.js";
export { offerMonotonicConcession } from "./monotonic-concession.js";
export { offerNiceTitForTat } from "./nice-tit-for-tat.js";
export { offerRandom } from "./random.js";
export type { SimilarityOptions } from "./similarity.js";
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
export { offerBest } from "./tough.js";
export { offerTradeOff, type TradeOffOptions } from "./trade-off.js";
export { offerZeuthen } from "./zeuthen.js";
export { type ZeuthenGains, type ZeuthenOptions, zeuthenGains } from "./zeuthen-gains.js";
