/**
 * @module
 * One candidate on the way to its result: created or adopted, followed until it settles, is left waiting or runs
 * out of time, and traced. Never throws: what fails is a status.
 */

import type { Negotiation, Party, Turn } from "../core/record/index.js";
import { NegotiationError } from "../errors.js";
import type { Agent } from "../ports/index.js";
import type { AgentCallSummary, IndexContext, TracedSession } from "../presets/index-network/index.js";
import {
  agentEndTrace,
  agentStartTrace,
  conversationIdOf,
  sessionEndTrace,
  sessionStartTrace,
  toTrace,
} from "../presets/index-network/index.js";
import type { NegotiatingParty } from "../service/commands/index.js";
import type { AcceptedPair, Candidate, GateUser, ResolvedGate } from "./gate-options.js";
import { type CandidateResult, failedResult, lateResult, resultOf, skippedResult } from "./gate-results.js";
import type { Emit } from "./gate-trace.js";

/** What the run of a candidate is part of. */
export interface RunsGate<Terms> {
  readonly options: ResolvedGate<Terms>;
  readonly emit: Emit;
  /** The pairs among these candidates that agreed before. */
  accepted(userId: string): Promise<AcceptedPair | undefined> | undefined;
  /** Why nothing new starts, if nothing does. */
  ended(): "aborted" | "late" | undefined;
  /** Has every run look for its end elsewhere before long. */
  lookLater(): void;
}

/** How a candidate was left, when it has not settled. */
type Left = "settled" | "parked" | "late";

/** One candidate at work. */
export class CandidateRun<Terms> {
  readonly candidate: Candidate<Terms>;
  /** Of its negotiation: known before there is one, and the same in each call with the gate's id (TR-2). */
  readonly id: string;
  /** Its place among the results. */
  readonly index: number;
  readonly #gate: RunsGate<Terms>;
  readonly #session: TracedSession;
  #leave: (left: Left) => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;
  readonly #left: Promise<Left>;
  /** Ends the wait for what another process may do; `undefined` before there is one. */
  #elsewhere: AbortController | undefined;
  #isFollowed = false;
  /** The newest record that was heard of. */
  #record: Negotiation<Terms> | undefined;
  /** Whether this call has created it. */
  #isNew = false;
  /** Whether its session was begun, and has to be ended. */
  #isBegun = false;
  /** How many of its turns were told. */
  #tracedCount = 0;
  /** Epoch ms at which the agent was called that has not answered yet. */
  #calledAt: number | undefined;

  constructor(gate: RunsGate<Terms>, candidate: Candidate<Terms>, index: number) {
    const { id, source, trigger, clock } = gate.options;
    this.#gate = gate;
    this.candidate = candidate;
    this.id = `${id}:${candidate.userId}`;
    this.index = index;
    this.#left = new Promise((resolve, reject) => {
      this.#leave = resolve;
      this.#fail = reject;
    });
    this.#session = {
      opportunityId: candidate.opportunityId || undefined,
      negotiationConversationId: conversationIdOf(this.id),
      sourceUserId: source.userId,
      candidateUserId: candidate.userId,
      trigger,
      startedAt: clock.now(),
    };
  }

  /** What becomes of the candidate. */
  async result(): Promise<CandidateResult<Terms>> {
    const { candidate } = this;
    const gate = this.#gate;
    try {
      const asked = gate.accepted(candidate.userId);
      const known = asked && (await Promise.race([asked, this.#left]));
      if (typeof known === "object") {
        const { opportunityId, conversationId } = known;
        return skippedResult(candidate, "already_accepted", { opportunityId, conversationId });
      }
      const end = gate.ended();
      if (end === "late") return lateResult(candidate);
      if (end === "aborted") return skippedResult(candidate, "aborted");
    } catch (error) {
      return failedResult(candidate, error);
    }
    this.#isBegun = true;
    gate.emit(sessionStartTrace(this.#session));
    const result = await this.#negotiated();
    this.#told();
    return result;
  }

  /** Nothing new starts: what has not begun is not waited for. */
  aborted(): void {
    if (!this.#isBegun) this.#leave("late");
  }

  /** There is no time left: what has not settled is ended. */
  limit(): void {
    this.#leave("late");
  }

  /** Nobody waits for its result any more; what it has come to. */
  abandoned(): CandidateResult<Terms> {
    this.#told();
    return lateResult(this.candidate, this.#record?.id ?? null);
  }

  /** This call has created it. */
  started(): void {
    this.#isNew = true;
  }

  /** Its agent is asked for a turn. */
  called(): void {
    this.#calledAt = this.#gate.options.clock.now();
    this.#gate.emit(agentStartTrace(ADVOCATE));
  }

  /** The call of its agent came to this. */
  answered(summary: AgentCallSummary): void {
    if (this.#calledAt === undefined) return;
    const durationMs = this.#gate.options.clock.now() - this.#calledAt;
    this.#calledAt = undefined;
    this.#gate.emit(agentEndTrace(ADVOCATE, { durationMs, summary }));
  }

  /** A turn was stored. */
  recorded(negotiation: Negotiation<Terms>, turn: Turn<Terms>): void {
    this.answered(turn.action);
    if (turn.number <= this.#tracedCount) return;
    this.#tracedCount = turn.number;
    this.#gate.emit(toTrace("turn:recorded", { negotiation, turn }));
  }

  /** Its turn waits for an agent that polls. */
  parked(negotiation: Negotiation<Terms>): void {
    const { emit, options } = this.#gate;
    this.#record = negotiation;
    this.called();
    this.answered("waiting_for_agent");
    emit(toTrace("turn:parked", { negotiation } as never));
    const parkMs = negotiation.rules.park?.parkMs ?? 0;
    if (!(options.waitForParked ?? parkMs <= MOST_AWAITED_MS)) this.#leave("parked");
  }

  /** Most end within a moment, and here: waiting for another process is for those that do not. */
  lookElsewhere(): void {
    if (!this.#isFollowed || this.#elsewhere !== undefined) return;
    this.#elsewhere = new AbortController();
    const { signal } = this.#elsewhere;
    this.#gate.options.service.outcomeOf(this.id, { signal }).then(() => this.#leave("settled"), this.#fail);
  }

  /** It is over. */
  settled(negotiation: Negotiation<Terms>): void {
    this.#record = negotiation;
    this.#leave("settled");
  }

  #told(): void {
    if (!this.#isBegun) return;
    this.#isBegun = false;
    const { emit, options } = this.#gate;
    emit(sessionEndTrace(this.#session, options.clock.now() - this.#session.startedAt));
  }

  async #negotiated(): Promise<CandidateResult<Terms>> {
    const { candidate } = this;
    try {
      const created = await this.#created();
      if (!this.#isNew) this.#tracedCount = Math.max(this.#tracedCount, created.turns.length);
      this.#record ??= created;
      if (created.outcome === null) {
        if (!this.#isNew && created.awaiting?.kind === "parked") this.parked(created);
        const left = await this.#followed();
        if (left === "parked") return this.#resultOf(this.#record, "waiting");
        if (left === "late") return await this.#compensated();
      }
      return await this.#ended();
    } catch (error) {
      const isBusy = NegotiationError.isInstance(error) && error.code === "busy";
      return isBusy ? skippedResult(candidate, "busy") : failedResult(candidate, error);
    }
  }

  #created(): Promise<Negotiation<Terms>> {
    const { candidate, id } = this;
    const { service, source, agents, rules, indexContext, discoveryQuery, trigger } = this.#gate.options;
    const { seedAssessment, opportunityId } = candidate;
    const context = {
      source: source.user ?? { userId: source.userId },
      candidate: candidate.user ?? { userId: candidate.userId },
      indexContext,
      ...(seedAssessment !== undefined && { seedAssessment }),
      ...(discoveryQuery !== undefined && { discoveryQuery }),
      ...(opportunityId !== undefined && { opportunityId }),
      trigger,
    } satisfies { readonly [Key in keyof IndexContext]: unknown };
    const initiator = partyOf(source, agents.source);
    const responder = partyOf(candidate, agents.candidate);
    return service.createNegotiation(initiator, responder, undefined, { id, commandId: id, context, rules });
  }

  /** Until it settles or is left. */
  async #followed(): Promise<Left> {
    if (this.#record?.outcome != null) return "settled";
    this.#isFollowed = true;
    try {
      if (this.#isNew) this.#gate.lookLater();
      else this.lookElsewhere();
      return await this.#left;
    } finally {
      this.#isFollowed = false;
      this.#elsewhere?.abort();
    }
  }

  async #ended(): Promise<CandidateResult<Terms>> {
    const { emit, options } = this.#gate;
    let record = this.#record;
    if (record?.outcome == null) record = await options.service.loadNegotiation(this.id);
    if (record?.outcome == null) throw new Error(`Expected ${this.id} to be settled, got no outcome.`);
    // Of what happened in another process nobody has told.
    for (const turn of record.turns) this.recorded(record, turn);
    this.answered("timeout");
    emit(toTrace("negotiation:settled", record));
    return this.#resultOf(record);
  }

  /** Ends what has not settled in time, so that its opportunity does not stay `negotiating` (GT-6). */
  async #compensated(): Promise<CandidateResult<Terms>> {
    const { service, id, keepParked } = this.#gate.options;
    if (keepParked === true) {
      const record = await service.loadNegotiation(this.id);
      const kind = record?.awaiting?.kind;
      if (record !== undefined && (kind === "parked" || kind === "claimed")) return this.#resultOf(record);
    }
    const cancelled = await service.cancel(this.id, { details: { gate: id, why: "budget" } });
    // It settled in the same instant: that counts.
    if (!cancelled.ok) return this.#ended();
    this.#record = cancelled.negotiation;
    return { ...(await this.#ended()), status: "timed_out" };
  }

  #resultOf(record: Negotiation<Terms>, status?: "waiting"): CandidateResult<Terms> {
    const over = { resumed: !this.#isNew, ...(status !== undefined && { status }) };
    return resultOf(this.candidate, record, this.#gate.options.trigger, over);
  }
}

/** How older consumers know an advocate's calls. */
const ADVOCATE = "index-negotiator";

/** GT-2a. */
const MOST_AWAITED_MS = 300_000;

/** The advocate of the gate speaks for system parties; people have agents of their own. */
function partyOf<Terms>(
  { userId: id, kind = "system", agent }: GateUser<Terms>,
  advocate: Agent<Terms> | undefined,
): NegotiatingParty<Terms> & Party {
  return { id, kind, agent: agent ?? (kind === "system" ? advocate : undefined) };
}
