/**
 * @module
 * Random trials over fast-check, which this subpath asks for: arbitraries, and what looks for mistakes in agents and
 * strategies of yours, `checkAgent` and `checkStrategy`. Without fast-check its import fails with `dependency_missing`.
 *
 * ```ts
 * import { checkAgent } from "concordat/fuzz";
 * import fc from "fast-check";
 *
 * await checkAgent(buyer, {
 *   terms: fc.record({ price: fc.integer({ min: 1, max: 100 }) }),
 *   mayAccept: ({ price }) => price <= 55,
 * });
 * ```
 */

export type { PresetRules } from "../testing/settled-rules.js";
export type { AgentCallData } from "./agent-call.js";
export type { AgentFault, AgentFaultError, AgentFaultKind } from "./agent-fault.js";
export { type ArbitraryHistoryOptions, arbitraryHistory } from "./arbitrary-histories.js";
export { arbitraryInvalidMove } from "./arbitrary-invalid-moves.js";
export { arbitraryMove } from "./arbitrary-moves.js";
export { arbitraryParties, type Parties } from "./arbitrary-parties.js";
export { type ArbitraryRules, type ArbitraryRulesOptions, arbitraryRules } from "./arbitrary-rules.js";
export { type ArbitraryTermsOptions, arbitraryTerms } from "./arbitrary-terms.js";
export { checkAgent, findAgentFault } from "./check-agent.js";
export type { CheckAgentOptions } from "./check-settings.js";
export { checkStrategy, findStrategyFaults } from "./check-strategy.js";
export type { History, HistoryStep } from "./history.js";
export type {
  StrategyBreach,
  StrategyFault,
  StrategyFaultError,
  StrategyFaultKind,
  StrategyReport,
} from "./strategy-fault.js";
export type { PlayedTurn } from "./strategy-play.js";
export type { StrategyFamily } from "./strategy-promises.js";
export type { CheckStrategyOptions } from "./strategy-settings.js";
export type { StrategyTrial } from "./strategy-trial.js";
