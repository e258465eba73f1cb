/**
 * @module
 * The trace events of Index Network: those of turns and outcomes, projected from the engine's, of sessions and of the
 * calls of agents. They carry the reasoning of both sides: a sink for the host's operators, never for a party.
 */

import type { CommitEvents } from "../../core/index.js";
import {
  type Action,
  type AgreedRole,
  agreedRoles,
  type FailureKind,
  type Negotiation,
  type Reason,
} from "../../core/record/index.js";
import { opportunityIdOf, reasoningOf, type SuggestedRoles, suggestedRolesOf, triggerOf } from "./context.js";
import type { Trigger } from "./rules.js";

/** The five actions of the protocol. */
export type IndexAction = "propose" | "counter" | "accept" | "reject" | "question";

/** The action as the protocol's five words say it. Here, where no schema of the wire comes along. */
export function indexActionOf(action: Action): IndexAction {
  return action === "withdraw" ? "reject" : action;
}

/** The id of a negotiation's conversation; its task has the negotiation's own id (CV-2). */
export function conversationIdOf(negotiationId: string): string {
  return `${negotiationId}_conversation`;
}

/** A recorded turn. */
export interface TurnTrace {
  readonly type: "negotiation_turn";
  readonly opportunityId: string;
  /** Turn number - 1. */
  readonly turnIndex: number;
  readonly actor: "source" | "candidate";
  readonly action: IndexAction;
  readonly reasoning?: string;
  readonly message?: string;
  readonly suggestedRoles?: SuggestedRoles;
  readonly durationMs: number;
}

/** The end, or a turn that waits for an agent to pick it up. */
export interface OutcomeTrace {
  readonly type: "negotiation_outcome";
  readonly opportunityId: string;
  readonly outcome: "accepted" | "rejected_stalled" | "waiting_for_agent" | "timed_out" | "turn_cap";
  readonly turnCount: number;
  /** That of the last turn. */
  readonly reasoning?: string;
  /** Only when accepted. */
  readonly agreedRoles?: readonly AgreedRole[];
  /** The engine's reason, only with `rejected_stalled`, which lumps several. */
  readonly reason?: Reason;
}

/** The engine's events that are traced, with their payloads. */
export type TracedEvents = Pick<CommitEvents, "turn:recorded" | "turn:parked" | "negotiation:settled">;

/** What the event does not say. */
export interface TraceOptions {
  /**
   * Milliseconds that a turn took, by the clock port.
   * @default from the turn before, or the creation, to the turn
   */
  readonly durationMs?: number | undefined;
}

/**
 * The trace event for an event of the engine; `undefined` without an `opportunityId` in the context.
 *
 * Listen to the three events of `TracedEvents`: `turn:recorded` gives `negotiation_turn`, the other two
 * give `negotiation_outcome`. Sessions and agent calls have functions of their own, below.
 *
 * @see docs/requirements/index-network.md, TR-1 to TR-3
 * @example
 * room.on("negotiation:settled", (negotiation) => {
 *   const trace = toTrace("negotiation:settled", negotiation);
 *   if (trace !== undefined) emit(trace);
 * });
 */
export function toTrace<E extends keyof TracedEvents>(
  event: E,
  payload: TracedEvents[E],
  options?: TraceOptions,
): (E extends "turn:recorded" ? TurnTrace : OutcomeTrace) | undefined;
export function toTrace(
  event: keyof TracedEvents,
  payload: TracedEvents[keyof TracedEvents],
  options: TraceOptions = {},
): TurnTrace | OutcomeTrace | undefined {
  switch (event) {
    case "turn:recorded":
      return turnTrace(payload as TracedEvents["turn:recorded"], options.durationMs);
    case "turn:parked":
      return outcomeTrace((payload as TracedEvents["turn:parked"]).negotiation, "waiting_for_agent");
    case "negotiation:settled": {
      const negotiation = payload as Negotiation;
      return negotiation.outcome === null
        ? undefined
        : outcomeTrace(negotiation, OUTCOMES[negotiation.outcome.reason]);
    }
    default:
      return undefined;
  }
}

const OUTCOMES: Readonly<Record<Reason, OutcomeTrace["outcome"]>> = {
  accept: "accepted",
  turn_cap: "turn_cap",
  turn_timeout: "timed_out",
  total_timeout: "timed_out",
  reject: "rejected_stalled",
  withdraw: "rejected_stalled",
  proposal_expired: "rejected_stalled",
  agent_error: "rejected_stalled",
  repetition: "rejected_stalled",
  cancelled: "rejected_stalled",
};

function turnTrace(
  { negotiation, turn }: TracedEvents["turn:recorded"],
  durationMs: number | undefined,
): TurnTrace | undefined {
  const opportunityId = opportunityIdOf(negotiation.context);
  if (opportunityId === undefined) return undefined;
  const reasoning = reasoningOf(turn);
  const suggestedRoles = suggestedRolesOf(turn);
  const began = negotiation.turns[turn.number - 2]?.at ?? negotiation.createdAt;
  return {
    type: "negotiation_turn",
    opportunityId,
    turnIndex: turn.number - 1,
    actor: turn.seat === "initiator" ? "source" : "candidate",
    action: indexActionOf(turn.action),
    ...(reasoning !== undefined && { reasoning }),
    ...(turn.message !== null && { message: turn.message }),
    ...(suggestedRoles !== undefined && { suggestedRoles }),
    durationMs: durationMs ?? turn.at - began,
  };
}

function outcomeTrace(negotiation: Negotiation, outcome: OutcomeTrace["outcome"]): OutcomeTrace | undefined {
  const opportunityId = opportunityIdOf(negotiation.context);
  if (opportunityId === undefined) return undefined;
  const reasoning = reasoningOf(negotiation.turns.at(-1));
  const reason = outcome === "rejected_stalled" ? negotiation.outcome?.reason : undefined;
  return {
    type: "negotiation_outcome",
    opportunityId,
    outcome,
    turnCount: negotiation.turns.length,
    ...(reasoning !== undefined && { reasoning }),
    ...(outcome === "accepted" && { agreedRoles: agreedRoles(negotiation) }),
    ...(reason !== undefined && { reason }),
  };
}

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
