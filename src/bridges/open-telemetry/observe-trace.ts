/**
 * @module
 * The trace events of Index Network, from any service to any sink, without OpenTelemetry.
 */

import { unmet } from "../../core/checks/index.js";
import type { Negotiation } from "../../core/record/index.js";
import type { Observer } from "../../ports/index.js";
import {
  type AgentCallSummary,
  type AgentEndTrace,
  type AgentStartTrace,
  agentEndTrace,
  agentStartTrace,
  type OutcomeTrace,
  type SessionEndTrace,
  type SessionStartTrace,
  sessionEndTrace,
  sessionStartTrace,
  type TurnTrace,
  toTrace,
  tracedSession,
} from "../../presets/index-network/index.js";
import type { ServiceEvents } from "../../service/events/index.js";
import { AgentCalls, CALL_EVENTS, type CallEnd } from "./agent-calls.js";
import { type Observed, sourceOf } from "./observed.js";

/** What `observeTrace` emits. */
export type NegotiationTrace =
  | SessionStartTrace
  | TurnTrace
  | OutcomeTrace
  | SessionEndTrace
  | AgentStartTrace
  | AgentEndTrace;

/**
 * Emits the trace events of Index Network for the negotiations of a service, or of all rooms: sessions, turns and outcomes of those with
 * an `opportunityId` in their context, and the calls of agents.
 *
 * They carry the reasoning of both sides: a sink for the host's operators, never for a party. What `emit` throws, or
 * rejects with, changes nothing. What other processes commit is theirs to emit.
 *
 * @returns emits no more
 * @throws {TypeError} for what is no service, or no function
 * @see docs/requirements/index-network.md, section 6
 */
export function observeTrace<Terms>(
  service: Observed<Terms>,
  emit: (event: NegotiationTrace) => unknown,
): () => void {
  const source = sourceOf(service);
  if (typeof emit !== "function") throw new TypeError(unmet("emit", "a function", emit));
  const { clock } = source;
  const tell = (event: NegotiationTrace | undefined): void => {
    if (event === undefined) return;
    // A trace changes nothing (TR-1).
    try {
      const answer = emit(Object.freeze(event)) as PromiseLike<unknown> | undefined;
      if (typeof answer?.then === "function") answer.then(undefined, () => undefined);
    } catch {
      // As above.
    }
  };
  const began = (): ((summary: AgentCallSummary) => void) => {
    const beganAt = clock.now();
    tell(agentStartTrace(ADVOCATE));
    return (summary) => tell(agentEndTrace(ADVOCATE, { durationMs: clock.now() - beganAt, summary }));
  };
  const calls = new AgentCalls(began, (ended, end) => ended(summaryOf(end)));
  const heard = (name: keyof ServiceEvents, payload: { readonly remote?: true }): void => {
    calls.heard(name, payload);
    if (payload.remote) return;
    if (name === "turn:recorded") tell(toTrace(name, payload as ServiceEvents[typeof name]));
    if (name === "turn:parked") {
      began()("waiting_for_agent");
      tell(toTrace(name, payload as ServiceEvents[typeof name]));
    }
    const negotiation = payload as Negotiation;
    if (name === "negotiation:started") tell(sessionStartTrace(tracedSession(negotiation)));
    if (name === "negotiation:settled") {
      tell(toTrace(name, negotiation));
      const session = tracedSession(negotiation);
      tell(sessionEndTrace(session, clock.now() - session.startedAt));
    }
  };
  const observer: Observer = {
    aroundAgentCall: (call, run) => calls.around(call, run),
    ended: (roomId) => calls.endAll(roomId),
  };
  const unwatch = source.watch(observer, [...CALL_EVENTS, "negotiation:started", "turn:parked"], heard);
  return () => {
    unwatch();
    calls.endAll();
  };
}

/** The name of the agent whose calls are told, as the gate says it too. */
const ADVOCATE = "index-negotiator";

function summaryOf(end: CallEnd): AgentCallSummary {
  if (end.kind === "turn") return end.turn.action;
  if (end.kind === "failed") return end.failure.kind;
  return end.kind === "consulted" ? "question" : "timeout";
}
