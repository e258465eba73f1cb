/**
 * @module
 * The presets `index` and `index-2026-04`: rules, turns, outcomes, traces, digests.
 */

export type { IndexContext, SeedAssessment } from "./context.js";
export { averageFit, projectContext, readTurnCap, reasoningOf } from "./context.js";
export { type IndexConversation, toConversation } from "./conversation.js";
export { fallbackSummary, type NegotiationDigest, negotiationDigest } from "./digest.js";
export {
  type IndexOutcome,
  type OpportunityUpdate,
  toIndexOutcome,
  toOpportunityStatus,
} from "./outcome.js";
export { index202604Rules, indexRules, type Trigger, triggerRules } from "./rules.js";
export {
  type AgentCallSummary,
  type AgentEndTrace,
  type AgentStartTrace,
  agentEndTrace,
  agentStartTrace,
  conversationIdOf,
  type OutcomeTrace,
  type SessionEndTrace,
  type SessionStartTrace,
  sessionEndTrace,
  sessionStartTrace,
  type TracedSession,
  type TurnTrace,
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
