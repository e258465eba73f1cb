/**
 * @module
 * What is looked at before a move is decided on: its shape, its terms, policies and admission.
 */

export type { AdmissionRequest, Admit } from "./admission.js";
export {
  contention,
  jsonIssues,
  malformed,
  queueFull,
  refusalError,
  unknownNegotiation,
} from "./input-refusals.js";
export { MoveReview } from "./move-review.js";
export { checkedPolicies, type JudgedMove, type Policy, type PolicyLayer } from "./policies.js";
export {
  answersLater,
  bare,
  commandOn,
  doorProblem,
  type PendingMove,
  type Submission,
  withParsedTerms,
} from "./submission.js";
