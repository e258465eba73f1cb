/**
 * @module
 * The presets `index` and `index-2026-04`: rules, turns, outcomes, traces, digests.
 */

export { averageFit } from "./assessment.js";
export type { IndexContext } from "./context.js";
export { type IndexConversation, toConversation } from "./conversation.js";
export { type NegotiationDigest, negotiationDigest } from "./digest.js";
export { projectContext, readTurnCap } from "./doors.js";
export { fallbackSummary } from "./fallback-summary.js";
export { type IndexOutcome, toIndexOutcome, toOpportunityStatus } from "./outcome.js";
export { index202604Rules, indexRules, triggerRules } from "./rules.js";
export {
  agentEndTrace,
  agentStartTrace,
  sessionEndTrace,
  sessionStartTrace,
  tracedSession,
} from "./session-trace.js";
export { toTrace } from "./trace.js";
export { negotiationSessionPrefix, negotiationTurnInstructions } from "./turn-instructions.js";
export { fromIndexTurn, type IndexTurn, toIndexTurn } from "./turns.js";
