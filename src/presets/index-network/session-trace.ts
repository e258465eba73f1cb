/**
 * @module
 * The trace events around a negotiation of Index Network: its session, and the calls of agents. Those
 * of turns and outcomes are projected from the engine's events in `trace.ts`.
 */

import type { Action, FailureKind, Negotiation } from "../../core/record/index.js";
import { opportunityIdOf, triggerOf } from "./context.js";
import { conversationIdOf } from "./conversation.js";
import type { Trigger } from "./rules.js";

/** What session events tell of a negotiation, known before it is created. */
export interface TracedSession {
  /** Without one no session event is made. */
  readonly opportunityId: string | undefined;
  readonly negotiationConversationId: string;
  readonly sourceUserId: string;
  readonly candidateUserId: string;
  readonly trigger: Trigger;
  /** Epoch ms. */
  readonly startedAt: number;
}

/** A candidate's negotiation starts. */
export interface SessionStartTrace extends TracedSession {
  readonly type: "negotiation_session_start";
  readonly opportunityId: string;
}

/** A candidate settled, failed, timed out or was left waiting. */
export interface SessionEndTrace extends TracedSession {
  readonly type: "negotiation_session_end";
  readonly opportunityId: string;
  readonly durationMs: number;
}

/** An agent is called; kept for older consumers. */
export interface AgentStartTrace {
  readonly type: "agent_start";
  /** In kebab-case, such as `index-negotiator`. */
  readonly name: string;
}

/** An agent call ended. */
export interface AgentEndTrace {
  readonly type: "agent_end";
  readonly name: string;
  readonly durationMs: number;
  readonly summary: AgentCallSummary;
}

/** What an agent call came to: its action, that the turn waits, or how it failed; never a score (TR-4). */
export type AgentCallSummary = Action | "waiting_for_agent" | FailureKind;

/** What the session events tell of a record that exists already. */
export function tracedSession(negotiation: Negotiation): TracedSession {
  return {
    opportunityId: opportunityIdOf(negotiation.context),
    negotiationConversationId: conversationIdOf(negotiation.id),
    sourceUserId: negotiation.initiator.id,
    candidateUserId: negotiation.responder.id,
    trigger: triggerOf(negotiation.context),
    startedAt: negotiation.createdAt,
  };
}

/** The event at a session's start; `undefined` without an opportunity (TR-1). */
export function sessionStartTrace(session: TracedSession): SessionStartTrace | undefined {
  const { opportunityId } = session;
  if (opportunityId === undefined) return undefined;
  return { type: "negotiation_session_start", ...session, opportunityId };
}

/**
 * The event at a session's end; `undefined` without an opportunity (TR-1).
 *
 * @param durationMs - by the clock port, from `startedAt`
 */
export function sessionEndTrace(session: TracedSession, durationMs: number): SessionEndTrace | undefined {
  const { opportunityId } = session;
  if (opportunityId === undefined) return undefined;
  return { type: "negotiation_session_end", ...session, opportunityId, durationMs };
}

/** The event before an agent call. */
export function agentStartTrace(name: string): AgentStartTrace {
  return { type: "agent_start", name };
}

/** The event after an agent call. */
export function agentEndTrace(
  name: string,
  end: { readonly durationMs: number; readonly summary: AgentCallSummary },
): AgentEndTrace {
  return { type: "agent_end", name, durationMs: end.durationMs, summary: end.summary };
}
