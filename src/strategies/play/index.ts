/**
 * @module
 * How a strategy is played turn by turn: its parts, what they are shown, and the step machine.
 */

export { checkNumbers } from "./check-numbers.js";
export { demandStrategy, isStrategy } from "./demand-strategy.js";
export { inverseFault } from "./fitting-inverse.js";
export type { Offer, OfferLog } from "./offer.js";
export { standingOf, type TurnSheet } from "./offer-log.js";
export type { PartyView } from "./party-view.js";
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
export { yesOrNo } from "./yes-or-no.js";
