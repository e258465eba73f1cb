/**
 * @module
 * Looking for broken promises of somebody's strategy.
 */

export { checkStrategy, findStrategyFaults } from "./check-strategy.js";
export type { StrategyFamily } from "./strategy-families.js";
export type {
  StrategyBreach,
  StrategyFault,
  StrategyFaultError,
  StrategyFaultKind,
  StrategyReport,
} from "./strategy-fault.js";
export type { PlayedTurn } from "./strategy-play.js";
export type { CheckStrategyOptions } from "./strategy-settings.js";
export type { StrategyTrial } from "./strategy-trial.js";
