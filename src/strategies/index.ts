/**
 * @module
 * `concordat/strategies`: ready-made negotiators, and the parts to build others from: offering policies, acceptance
 * conditions and opponent models.
 */

export { acceptBest } from "./acceptance/accept-best.js";
export {
  acceptCombined,
  acceptCombinedAverageWindow,
  acceptCombinedMaximum,
  acceptCombinedMaximumWindow,
  type LateOptions,
} from "./acceptance/accept-combined.js";
export { acceptConstant, acceptTime, type StrictOption } from "./acceptance/accept-constant.js";
export { acceptMicro } from "./acceptance/accept-micro.js";
export { acceptNext, type StretchOptions } from "./acceptance/accept-next.js";
export { acceptGap, acceptPrevious } from "./acceptance/accept-previous.js";
export { acceptTarget } from "./acceptance/accept-target.js";
export { acceptZeuthen } from "./acceptance/accept-zeuthen.js";
export { all, any, not } from "./acceptance/combinators.js";
export type { TermsCodec } from "./agents/agent-game.js";
export {
  averagedTitForTat,
  hybrid,
  type ModelOption,
  monotonicConcession,
  niceTitForTat,
  randomAbsoluteTitForTat,
  relativeTitForTat,
  tradeOff,
  zeuthen,
} from "./agents/answering-strategies.js";
export { type ComposeAgentOptions, composeAgent } from "./agents/compose-agent.js";
export type { JustifyOption } from "./agents/default-justifications.js";
export {
  boulware,
  conceder,
  linear,
  micro,
  namedStrategies,
  random,
  type TimeDependentOptions,
  timeDependent,
  tough,
} from "./agents/named-strategies.js";
export type { MoveMessage, SpokenMove } from "./agents/spoken-message.js";
export { bayesian } from "./models/bayesian.js";
export { frequencyHardheaded } from "./models/frequency-hardheaded.js";
export { frequencyLinear } from "./models/frequency-linear.js";
export {
  type ModelledParty,
  type ModelScore,
  type ModelScoreOptions,
  modelScore,
} from "./models/model-score.js";
export { kendallTauB, pearson } from "./models/rank-correlation.js";
export { offerHybrid } from "./offering/hybrid.js";
export { offerMicro } from "./offering/micro.js";
export { offerMonotonicConcession } from "./offering/monotonic-concession.js";
export { offerNiceTitForTat } from "./offering/nice-tit-for-tat.js";
export { offerRandom } from "./offering/random.js";
export type { SimilarityOptions } from "./offering/similarity.js";
export { offerTimeDependent, type PickOptions } from "./offering/time-dependent.js";
export {
  type DelayOptions,
  type OpeningOptions,
  offerAveragedTitForTat,
  offerRandomAbsoluteTitForTat,
  offerRelativeTitForTat,
  type StrayOptions,
  type WindowOptions,
} from "./offering/tit-for-tat.js";
export { offerBest } from "./offering/tough.js";
export { offerTradeOff, type TradeOffOptions } from "./offering/trade-off.js";
export { offerZeuthen } from "./offering/zeuthen.js";
export type { ZeuthenOptions } from "./offering/zeuthen-gains.js";
export type { Offer, OfferLog } from "./play/offer.js";
export type { PartyView } from "./play/party-view.js";
export type { HookFailure, HookFailureListener, WhenNoRationalOutcome } from "./play/player.js";
export type {
  Acceptance,
  DecidedMove,
  Justify,
  ModelSetup,
  Offering,
  OpponentModel,
  RunningAcceptance,
  RunningModel,
  RunningOffering,
  Setup,
  Strategy,
  Weigh,
  Weight,
} from "./play/strategy.js";
export type { AspirationCurve } from "./scales/aspiration.js";
export { type RelativeTimeInput, relativeTime } from "./scales/relative-time.js";
export {
  TRADE_OFF_HOOK,
  type TradedIssue,
  type TradeOff,
  type TradeOffHooks,
  tradeOffCounter,
  tradeOffSimilarity,
  type ValueSimilarity,
} from "./scales/trade-off-terms.js";
