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

export type { PresetRules } from "../testing/agents/index.js";
export {
  type AgentCallData,
  type AgentFault,
  type AgentFaultError,
  type AgentFaultKind,
  type CheckAgentOptions,
  checkAgent,
  findAgentFault,
} from "./agents/index.js";
export {
  type ArbitraryHistoryOptions,
  type ArbitraryRules,
  type ArbitraryRulesOptions,
  type ArbitraryTermsOptions,
  arbitraryHistory,
  arbitraryInvalidMove,
  arbitraryMove,
  arbitraryParties,
  arbitraryRules,
  arbitraryTerms,
  type History,
  type HistoryStep,
  type Parties,
} from "./arbitraries/index.js";
export {
  type CheckStrategyOptions,
  checkStrategy,
  findStrategyFaults,
  type PlayedTurn,
  type StrategyBreach,
  type StrategyFamily,
  type StrategyFault,
  type StrategyFaultError,
  type StrategyFaultKind,
  type StrategyReport,
  type StrategyTrial,
} from "./strategies/index.js";
