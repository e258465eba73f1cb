/**
 * @module
 * A party's own numbers: utilities on its scale, scores, time, aspiration.
 */

export { type Aspiration, type AspirationCurve, aspirationLevel, aspirationOf } from "./aspiration.js";
export { highestScored } from "./highest-scored.js";
export { type OwnScale, ownScale } from "./own-scale.js";
export { type RelativeTimeInput, relativeTime, timeOfTurn } from "./relative-time.js";
export {
  TRADE_OFF_HOOK,
  type TradedIssue,
  type TradeOff,
  type TradeOffHooks,
  tradeOffCounter,
  tradeOffSimilarity,
  type ValueSimilarity,
} from "./trade-off-terms.js";
export { valueScores } from "./value-scores.js";
