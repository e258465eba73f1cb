/**
 * @module
 * Where commands become commits: one at a time, checked, judged again on a conflict, and stored.
 */

export type { AdmissionRequest, Admit } from "./admission.js";
export { CommandHandler, type CommandResult, type Committed, type Done } from "./command-handler.js";
export { CreateHandler, type CreationOptions, type OpeningFields } from "./create-handler.js";
export { InDoubt } from "./in-doubt.js";
export { jsonIssues, refusalError, unknownNegotiation } from "./input-refusals.js";
export { MoveReview } from "./move-review.js";
export { checkedPolicies, type JudgedMove, type Policy, type PolicyLayer } from "./policies.js";
export { type NegotiatingParty, type PartyInput, type ReadParties, readParties } from "./read-parties.js";
export { RETRY_DELAYS_MS, RecordCache, STORE_AGAIN_MS } from "./record-cache.js";
export { RulesResolver, type ServiceRules } from "./rules-resolver.js";
export { commitOf, newRow, recordOfRow } from "./stored-rows.js";
export { answersLater, bare, type Submission } from "./submission.js";
