/**
 * @module
 * Arbitrary parties, rules, terms, moves and whole histories.
 */

export {
  type ArbitraryHistoryOptions,
  arbitraryHistory,
  type History,
  type HistoryStep,
} from "./arbitrary-histories.js";
export { arbitraryInvalidMove } from "./arbitrary-invalid-moves.js";
export {
  type ArbitraryTermsOptions,
  arbitraryMove,
  arbitraryTerms,
  LEAST_ASSESSMENT,
} from "./arbitrary-moves.js";
export { arbitraryParties, type Parties } from "./arbitrary-parties.js";
export { type ArbitraryRules, type ArbitraryRulesOptions, arbitraryRules } from "./arbitrary-rules.js";
export { fc } from "./fast-check.js";
