/**
 * @module
 * How a strategy is played turn by turn: its parts, what they are shown, and the step machine.
 */

export {
  type Aspiration,
  type AspirationCurve,
  aspirationLevel,
  aspirationOf,
  type RelativeTimeInput,
  relativeTime,
  timeOfTurn,
} from "./aspiration.js";
export { type Offer, type OfferLog, type PartyView, standingOf, type TurnSheet } from "./party-view.js";
export {
  ACCEPT,
  errorText,
  type HookFailure,
  type HookFailureListener,
  Player,
  tellHookFailure,
  type WhenNoRationalOutcome,
  WITHDRAW,
} from "./player.js";
export { highestScored, type OwnScale, ownScale, valueScores } from "./scores.js";
export type {
  AcceptanceCondition,
  DecidedMove,
  Justify,
  ModelSetup,
  OfferingPolicy,
  OpponentModel,
  RunningAcceptance,
  RunningModel,
  RunningOffering,
  Setup,
  Strategy,
  Weigh,
  Weight,
} from "./strategy.js";
export {
  checkNumbers,
  demandStrategy,
  inverseFault,
  isStrategy,
  neededModel,
  readNumbers,
  yesOrNo,
} from "./strategy-checks.js";
export {
  TRADE_OFF_HOOK,
  type TradedIssue,
  type TradeOff,
  type TradeOffHooks,
  tradeOffCounter,
  tradeOffSimilarity,
  type ValueSimilarity,
} from "./trade-off-terms.js";
