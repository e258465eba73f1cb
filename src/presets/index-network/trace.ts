/**
 * @module
 * The trace events of Index Network, projected from the engine's. They carry the reasoning of both
 * sides: a sink for the host's operators, never for a party. Emitting them is the host's business.
 */

import type { CommitEvents } from "../../core/index.js";
import { type AgreedRole, agreedRoles, type Negotiation, type Reason } from "../../core/record/index.js";
import { reasoningOf, type SuggestedRoles, suggestedRolesOf } from "./assessment.js";
import { opportunityIdOf } from "./context.js";
import { type IndexAction, indexActionOf } from "./turns.js";

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
 * give `negotiation_outcome`. Sessions and agent calls are in `session-trace.ts`.
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
