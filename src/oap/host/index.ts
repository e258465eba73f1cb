/**
 * @module
 * The Tool's side: signed documents in, a negotiation by them in the engine, and the log of what was agreed.
 */

export { type DecisionRecord, type PolicyStack, policyStacks } from "./decision-records.js";
export {
  createOapHost,
  type HistoryAnswer,
  type OapAnswer,
  type OapHost,
  type OapHostOptions,
} from "./host.js";
export type { AgreementAnswer, RedactionAnswer } from "./host-agreements.js";
export type { OapFetch, OapFetchOptions } from "./host-endpoints.js";
export type { OpenRequest } from "./host-opening.js";
export type { Disclose } from "./logged-ends.js";
export {
  type OapAdmissionRequest,
  type OapAdmit,
  type OapRoom,
  type OapService,
  type OapVerdict,
  oapRoom,
} from "./oap-room.js";
export type { OapCall } from "./signed-messages.js";
