/**
 * @module
 * Arbitrary parties, rules, terms, moves and whole histories.
 */

export { type ArbitraryHistoryOptions, arbitraryHistory } from "./arbitrary-histories.js";
export { arbitraryInvalidMove } from "./arbitrary-invalid-moves.js";
export { arbitraryMove, LEAST_ASSESSMENT } from "./arbitrary-moves.js";
export { arbitraryParties, type Parties } from "./arbitrary-parties.js";
export { type ArbitraryRules, type ArbitraryRulesOptions, arbitraryRules } from "./arbitrary-rules.js";
export { type ArbitraryTermsOptions, arbitraryTerms } from "./arbitrary-terms.js";
export { fc } from "./fast-check.js";
export type { History, HistoryStep } from "./history.js";
