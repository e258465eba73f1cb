/**
 * @module
 * The rules as a host writes them: checked, completed, laid over one another, settled for two parties.
 */

export { type CompleteRules, mergeRules, resolveRules } from "./resolve-rules.js";
export type { RulesInput } from "./rules-input.js";
export { checkRules, type RulesCheck, rulesInvalid } from "./rules-validation.js";
