/**
 * @module
 * The presets `index` and `index-2026-04`: rules, turns, outcomes, traces, digests.
 */

export { fallbackSummary } from "./fallback-summary.js";
export { averageFit } from "./index-assessment.js";
export type { IndexContext } from "./index-context.js";
export { type IndexConversation, toConversation } from "./index-conversation.js";
export { type NegotiationDigest, negotiationDigest } from "./index-digest.js";
export { projectContext, readTurnCap } from "./index-network.js";
export { type IndexOutcome, toIndexOutcome, toOpportunityStatus } from "./index-outcome.js";
export { index202604Rules, indexRules, triggerRules } from "./index-rules.js";
export {
  agentEndTrace,
  agentStartTrace,
  sessionEndTrace,
  sessionStartTrace,
  tracedSession,
} from "./index-session-trace.js";
export { toTrace } from "./index-trace.js";
export { fromIndexTurn, type IndexTurn, toIndexTurn } from "./index-turns.js";
export { negotiationSessionPrefix, negotiationTurnInstructions } from "./turn-instructions.js";
