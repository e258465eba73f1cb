/**
 * @module
 * Spans and metrics of negotiations: one span a negotiation, one a call of an agent, within which a model's own spans
 * stand. Parents are taken where a negotiation is asked for; no listener reads whose context it runs in (OT-6).
 */

import type { Attributes, Context, Link, Meter, Span, Tracer } from "@opentelemetry/api";
import { readOptions } from "../../core/checks/index.js";
import { memberOf } from "../../core/json/index.js";
import type { FailedTurn, Negotiation, Turn } from "../../core/record/index.js";
import type { AgentCallInfo, Observer } from "../../ports/index.js";
import type { ServiceEvents } from "../../service/events/index.js";
import { AgentCalls, CALL_EVENTS, type CallEnd } from "./agent-calls.js";
import { type Observed, type Source, sourceOf } from "./observed.js";
import { openTelemetry } from "./peers.js";

/** What traces are made with. */
export interface OpenTelemetryOptions {
  /** @default that of the global provider, by the name `concordat` */
  readonly tracer?: Tracer | undefined;
  /** @default that of the global provider, by the name `concordat` */
  readonly meter?: Meter | undefined;
  /** Whether terms, messages, assessments and contexts are recorded too. @default false */
  readonly recordContent?: boolean | undefined;
}

/**
 * Traces and measures the negotiations of a service, or of all rooms, until the function that it gives is called or the
 * service ends.
 *
 * A negotiation is a span under the one that was active where it was asked for, each call of an agent a span within it,
 * active while the agent runs. One that an earlier process began gets a span of its own, linked to
 * `context.traceparent` if the host has put one there. Ids, codes and counts only, unless `recordContent`.
 *
 * @returns ends what is open, and listens no more
 * @throws {NegotiationError} `dependency_missing` without the package @opentelemetry/api
 * @throws {TypeError} on an unknown option, and for what is no service
 * @see docs/doors/traces.md
 */
export function observeWithOpenTelemetry<Terms>(
  service: Observed<Terms>,
  options: OpenTelemetryOptions = {},
): () => void {
  const api = openTelemetry();
  const { tracer, meter, recordContent = false } = readOptions("options", options, KEYS);
  const source = sourceOf(service);
  const spans = new Spans(
    tracer ?? api.trace.getTracer("concordat"),
    new Meters(meter ?? api.metrics.getMeter("concordat")),
    recordContent === true,
    source,
  );
  const unwatch = source.watch(spans.observer, [...SPAN_EVENTS, ...CALL_EVENTS], (name, payload) =>
    spans.heard(name, payload),
  );
  return () => {
    unwatch();
    spans.endAll();
  };
}

const KEYS = ["tracer", "meter", "recordContent"] as const satisfies readonly (keyof OpenTelemetryOptions)[];

/** One or two for each commit: what the others say is in them (`turn:awaited`, `negotiation:updated`). */
const SPAN_EVENTS: readonly (keyof ServiceEvents)[] = [
  "negotiation:started",
  "turn:coerced",
  "turn:deadlocked",
  "turn:parked",
  "turn:claimed",
  "turn:released",
  "turn:answered",
  "negotiation:agreed",
  "negotiation:rejected",
  "negotiation:withdrawn",
  "negotiation:expired",
  "negotiation:stalled",
];

/** The span of a negotiation; its agents are called within. */
interface Workflow extends Called {
  readonly roomId: string;
}

/** The spans that are open. */
class Spans {
  readonly observer: Observer;
  readonly #tracer: Tracer;
  readonly #meters: Meters;
  readonly #recordContent: boolean;
  readonly #source: Source;
  readonly #calls: AgentCalls<Called>;
  readonly #workflows = new Map<string, Workflow>();
  /** Of negotiations that are being created: where they were asked for. */
  readonly #parents = new Map<string, Context>();

  constructor(tracer: Tracer, meters: Meters, recordContent: boolean, source: Source) {
    const { context } = openTelemetry();
    this.#tracer = tracer;
    this.#meters = meters;
    this.#recordContent = recordContent;
    this.#source = source;
    this.#calls = new AgentCalls<Called>((call) => this.#called(call), endOfCall);
    this.observer = {
      aroundCreation: ({ negotiationId: id }, run) => {
        if (this.#parents.has(id)) return run();
        this.#parents.set(id, context.active());
        const forget = (): void => void this.#parents.delete(id);
        const created = run();
        const { then } = created as { then?: (done: () => void, failed: () => void) => void };
        if (typeof then === "function") then.call(created, forget, forget);
        else forget();
        return created;
      },
      aroundAgentCall: (call, run) => this.#calls.around(call, ({ within }) => context.with(within, run)),
      ended: (roomId) => this.endAll(roomId),
    };
  }

  heard(name: keyof ServiceEvents, payload: unknown): void {
    const { negotiation = payload as Negotiation, remote } = payload as Payload;
    if (negotiation.version !== undefined)
      this.#commit(name, negotiation, payload as Payload, remote === true);
    this.#calls.heard(name, payload);
    if (name === "negotiation:settled") this.#settled(negotiation, remote === true);
  }

  /** Ends all of them, or those of a room. */
  endAll(roomId?: string): void {
    this.#calls.endAll(roomId);
    for (const [id, workflow] of [...this.#workflows])
      if (roomId === undefined || workflow.roomId === roomId) this.#end(id);
  }

  #commit(name: keyof ServiceEvents, negotiation: Negotiation, payload: Payload, isRemote: boolean): void {
    // What another process does is that one's to trace.
    const workflow =
      this.#workflows.get(negotiation.id) ??
      (isRemote ? undefined : this.#open(negotiation, name !== "negotiation:started"));
    const { turn, failure } = payload;
    if (turn !== undefined && name === "turn:recorded" && !isRemote) this.#meters.turn(negotiation, turn);
    if (name === "negotiation:settled") return;
    workflow?.span.addEvent(name, {
      "negotiation.version": negotiation.version,
      "negotiation.status": negotiation.status,
      ...(turn && { ...turnAttributes(turn), ...(this.#recordContent && contentOf(turn)) }),
      ...(failure && {
        "gen_ai.agent.id": failure.partyId,
        "negotiation.turn.index": failure.turnNumber - 1,
        "error.type": codeOf(failure),
      }),
    });
  }

  /** A span under whoever asked for the negotiation; for one that was begun elsewhere, one that links to there. */
  #open(negotiation: Negotiation, isResumed = true): Workflow {
    const { trace, ROOT_CONTEXT } = openTelemetry();
    const { id, roomId, rules, context } = negotiation;
    const parent = this.#parents.get(id);
    const link = isResumed ? linkTo(memberOf(context, "traceparent")) : undefined;
    const span = this.#tracer.startSpan(
      "invoke_workflow negotiation",
      {
        attributes: {
          "gen_ai.operation.name": "invoke_workflow",
          "gen_ai.workflow.name": "negotiation",
          "gen_ai.conversation.id": id,
          "negotiation.room.id": roomId,
          "negotiation.preset": rules.preset,
          ...(isResumed && { "negotiation.resumed": true }),
          ...(this.#recordContent && { "negotiation.context": JSON.stringify(context) }),
        },
        links: link === undefined ? [] : [link],
      },
      parent ?? ROOT_CONTEXT,
    );
    const workflow = { span, roomId, within: trace.setSpan(parent ?? ROOT_CONTEXT, span) };
    this.#workflows.set(id, workflow);
    this.#meters.active.add(1);
    return workflow;
  }

  #settled({ id, outcome, createdAt }: Negotiation, isRemote: boolean): void {
    if (outcome === null) return;
    const ended = { "negotiation.outcome": outcome.status, "negotiation.reason": outcome.reason };
    this.#workflows.get(id)?.span.setAttributes({ ...ended, "negotiation.turn.count": outcome.turnCount });
    this.#end(id);
    if (isRemote) return;
    this.#meters.outcomes.add(1, ended);
    this.#meters.duration.record((outcome.at - createdAt) / 1_000, ended);
    this.#meters.turns.record(outcome.turnCount, ended);
  }

  #end(id: string): void {
    const workflow = this.#workflows.get(id);
    if (!this.#workflows.delete(id)) return;
    workflow?.span.end();
    this.#meters.active.add(-1);
  }

  #called(call: AgentCallInfo): Called {
    const { negotiationId, partyId, turnNumber, attempt } = call;
    const { trace, ROOT_CONTEXT } = openTelemetry();
    const record = this.#source.recordOf(call);
    const workflow =
      this.#workflows.get(negotiationId) ?? (record?.outcome === null ? this.#open(record) : undefined);
    const parent = workflow?.within ?? ROOT_CONTEXT;
    const attributes = {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.id": partyId,
      "gen_ai.conversation.id": negotiationId,
      "negotiation.turn.index": turnNumber - 1,
      "negotiation.turn.attempt": attempt,
    };
    const span = this.#tracer.startSpan(`invoke_agent ${partyId}`, { attributes }, parent);
    return { span, within: trace.setSpan(parent, span) };
  }
}

/** A span, and the context in which it is the active one. */
interface Called {
  readonly span: Span;
  readonly within: Context;
}

function endOfCall({ span }: Called, end: CallEnd): void {
  if (end.kind === "turn") span.setAttribute("negotiation.turn.action", end.turn.action);
  const code = end.kind === "dropped" ? end.why : end.kind === "failed" ? codeOf(end.failure) : undefined;
  if (code !== undefined) {
    span.setAttribute("error.type", code);
    span.setStatus({ code: openTelemetry().SpanStatusCode.ERROR });
  }
  span.end();
}

function codeOf({ code, kind }: FailedTurn): string {
  return code ?? kind;
}

/** The instruments. */
class Meters {
  readonly duration: ReturnType<Meter["createHistogram"]>;
  readonly turns: ReturnType<Meter["createHistogram"]>;
  readonly active: ReturnType<Meter["createUpDownCounter"]>;
  readonly outcomes: ReturnType<Meter["createCounter"]>;
  readonly #turnDuration: ReturnType<Meter["createHistogram"]>;

  constructor(meter: Meter) {
    this.duration = meter.createHistogram("negotiation.duration", { unit: "s" });
    this.#turnDuration = meter.createHistogram("negotiation.turn.duration", { unit: "s" });
    this.turns = meter.createHistogram("negotiation.turns", { unit: "{turn}" });
    this.active = meter.createUpDownCounter("negotiation.active", { unit: "{negotiation}" });
    this.outcomes = meter.createCounter("negotiation.outcomes", { unit: "{negotiation}" });
  }

  /** A turn, from the one before or the creation. */
  turn({ turns, createdAt }: Negotiation, { number, at, action }: Turn): void {
    const began = turns[number - 2]?.at ?? createdAt;
    this.#turnDuration.record((at - began) / 1_000, { "negotiation.turn.action": action });
  }
}

/** What is used of the payloads of commits. */
interface Payload {
  readonly negotiation?: Negotiation;
  readonly turn?: Turn;
  readonly failure?: FailedTurn;
  readonly remote?: true;
}

function turnAttributes({ partyId, number, action, source }: Turn): Attributes {
  return {
    "gen_ai.agent.id": partyId,
    "negotiation.turn.index": number - 1,
    "negotiation.turn.action": action,
    "negotiation.turn.source": source,
  };
}

function contentOf({ terms, message, reason, assessment, justification, extra }: Turn): Attributes {
  const content = { terms, message, reason, assessment, justification, extra };
  return Object.fromEntries(
    Object.entries(content).flatMap(([name, value]) =>
      value === null
        ? []
        : [[`negotiation.turn.${name}`, typeof value === "string" ? value : JSON.stringify(value)]],
    ),
  );
}

/** The span that a W3C `traceparent` names. */
function linkTo(traceparent: unknown): Link | undefined {
  const [, traceId = "", spanId = "", flags = ""] =
    /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(String(traceparent)) ?? [];
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return openTelemetry().isSpanContextValid(context) ? { context } : undefined;
}
