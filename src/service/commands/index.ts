/**
 * @module
 * Where commands become commits: one at a time, checked, judged again on a conflict, and stored.
 */

export { CommandHandler, type CommandResult, type Committed, type Done } from "./command-handler.js";
export { CreateHandler, type CreationOptions, type OpeningFields } from "./create-handler.js";
export { type NegotiatingParty, type PartyInput, type ReadParties, readParties } from "./read-parties.js";
export {
  commitOf,
  InDoubt,
  newRow,
  RETRY_DELAYS_MS,
  RecordCache,
  RulesResolver,
  recordOfRow,
  type ServiceRules,
  STORE_AGAIN_MS,
} from "./records/index.js";
export type { AdmissionRequest, Admit } from "./review/index.js";
export {
  answersLater,
  bare,
  checkedPolicies,
  type JudgedMove,
  jsonIssues,
  MoveReview,
  type Policy,
  type PolicyLayer,
  refusalError,
  type Submission,
  unknownNegotiation,
} from "./review/index.js";
