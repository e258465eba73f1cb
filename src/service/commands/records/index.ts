/**
 * @module
 * Records as a room has them: read from rows, remembered and stored, with their rules, and the writes that are in doubt.
 */

export { InDoubt } from "./in-doubt.js";
export { RETRY_DELAYS_MS, RecordCache, STORE_AGAIN_MS } from "./record-cache.js";
export { RulesResolver, type ServiceRules, WIDEST_LIMITS } from "./rules-resolver.js";
export { commitOf, newRow, recordOfRow } from "./stored-rows.js";
