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

export type { PresetRules } from "../testing/agents/settled-rules.js";
export type { AgentCallData } from "./agents/agent-call.js";
export type { AgentFault, AgentFaultError, AgentFaultKind } from "./agents/agent-fault.js";
export { checkAgent, findAgentFault } from "./agents/check-agent.js";
export type { CheckAgentOptions } from "./agents/check-settings.js";
export { type ArbitraryHistoryOptions, arbitraryHistory } from "./arbitraries/arbitrary-histories.js";
export { arbitraryInvalidMove } from "./arbitraries/arbitrary-invalid-moves.js";
export { arbitraryMove } from "./arbitraries/arbitrary-moves.js";
export { arbitraryParties, type Parties } from "./arbitraries/arbitrary-parties.js";
export {
  type ArbitraryRules,
  type ArbitraryRulesOptions,
  arbitraryRules,
} from "./arbitraries/arbitrary-rules.js";
export { type ArbitraryTermsOptions, arbitraryTerms } from "./arbitraries/arbitrary-terms.js";
export type { History, HistoryStep } from "./arbitraries/history.js";
export { checkStrategy, findStrategyFaults } from "./strategies/check-strategy.js";
export type {
  StrategyBreach,
  StrategyFault,
  StrategyFaultError,
  StrategyFaultKind,
  StrategyReport,
} from "./strategies/strategy-fault.js";
export type { PlayedTurn } from "./strategies/strategy-play.js";
export type { StrategyFamily } from "./strategies/strategy-promises.js";
export type { CheckStrategyOptions } from "./strategies/strategy-settings.js";
export type { StrategyTrial } from "./strategies/strategy-trial.js";
