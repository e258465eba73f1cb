/**
 * @module
 * The presets `index` and `index-2026-04`: rules, turns, outcomes, traces, digests.
 */

export type { IndexContext } from "./context.js";
export { averageFit, projectContext, readTurnCap } from "./context.js";
export { type IndexConversation, toConversation } from "./conversation.js";
export { fallbackSummary, type NegotiationDigest, negotiationDigest } from "./digest.js";
export { type IndexOutcome, toIndexOutcome, toOpportunityStatus } from "./outcome.js";
export { index202604Rules, indexRules, triggerRules } from "./rules.js";
export {
  agentEndTrace,
  agentStartTrace,
  sessionEndTrace,
  sessionStartTrace,
  toTrace,
  tracedSession,
} from "./trace.js";
export {
  fromIndexTurn,
  type IndexTurn,
  negotiationSessionPrefix,
  negotiationTurnInstructions,
  toIndexTurn,
} from "./turns.js";
