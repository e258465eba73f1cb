/**
 * @module
 * The quality gate: negotiates about each candidate that an evaluator found, many at once, and lets those through
 * for whom the advocates of both sides are.
 */

import { demandText, LONGEST_TIMER_MS } from "../core/checks/index.js";
import type { Observer } from "../ports/index.js";
import type { ServiceEvents } from "../service/events/index.js";
import { CandidateRun, type RunsGate } from "./candidate-run.js";
import type { AcceptedPair, Candidate, GateOptions, ResolvedGate } from "./gate-options.js";
import { readGateOptions } from "./gate-options.js";
import type { CandidateResult, GateError, GateResults } from "./gate-results.js";
import { errorOf, failedResult, lateResult, skippedResult } from "./gate-results.js";
import { type Emit, emitTo } from "./gate-trace.js";

/**
 * Negotiates about each candidate, and resolves with what became of all of them.
 *
 * What fails is a status of its candidate, never a rejection. No timer and no listener is left.
 *
 * @throws {TypeError} as a rejection, on options of the wrong type
 * @throws {RangeError} as a rejection, on numbers out of range
 * @see docs/requirements/index-network.md, section 5; Index Network's protocol deep dive, "negotiateCandidates"
 * @example
 * const advocate: Agent = ({ standing, seat }) => ({
 *   action: standing === null ? "propose" : "accept",
 *   assessment: { reasoning: `Fits the ${seat}.`, suggestedRoles: { ownUser: "peer", otherUser: "peer" } },
 * });
 * const service = new NegotiationService("network-1", { rules: { preset: "index" }, fallback: advocate });
 * const { accepted } = await negotiateCandidates({
 *   service,
 *   source: { userId: "ada", user: { needs: "a co-founder" } },
 *   candidates: [{ userId: "smith", user: { offers: "ten years of sales" } }],
 *   indexContext: { networkId: "founders", prompt: "Who should meet?" },
 *   agents: advocate,
 * });
 * await service.close();
 */
export async function negotiateCandidates<Terms = unknown>(
  options: GateOptions<Terms>,
): Promise<GateResults<Terms>> {
  return new Gate<Terms>(readGateOptions(options)).passed();
}

/** Chosen: what hooks and a slow store have, once the budget is spent, before the call returns without them. */
const GRACE_MS = 5_000;

/** Chosen: as often as a service looks for what others have ended. */
const LOOK_MS = 1_000;

/** One call at work. */
class Gate<Terms> implements RunsGate<Terms> {
  readonly options: ResolvedGate<Terms>;
  readonly emit: Emit;
  readonly #results: CandidateResult<Terms>[] = [];
  readonly #byUser = new Map<string, CandidateResult<Terms>>();
  /** Those at work, by the ids of their negotiations. */
  readonly #runs = new Map<string, CandidateRun<Terms>>();
  /** How many are at work, their hooks included. */
  #busyCount = 0;
  /** How many hooks were called, where they wait for the end. */
  #hookedCount = 0;
  #end: "aborted" | "late" | undefined;
  #isOver = false;
  #error: GateError | null = null;
  #timer: unknown;
  #lookTimer: unknown;
  /** Goes on with what waits for a place, for the next candidate, or for the last to be done. */
  #wake: () => void = () => undefined;
  #pairs: Promise<ReadonlyMap<string, AcceptedPair>> | undefined;

  constructor(options: ResolvedGate<Terms>) {
    const emit = emitTo(options.onTrace);
    this.options = options;
    this.emit = (event) => void (this.#isOver || emit(event));
  }

  async passed(): Promise<GateResults<Terms>> {
    const { signal, clock } = this.options;
    const deafen = this.#listen();
    const abort = (): void => {
      this.#stop("aborted");
      for (const run of this.#runs.values()) run.aborted();
    };
    signal?.addEventListener("abort", abort);
    if (signal?.aborted === true) abort();
    try {
      await Promise.race([this.#work(), this.#outOfTime()]);
    } finally {
      this.#isOver = true;
      clock.clearTimeout(this.#timer);
      clock.clearTimeout(this.#lookTimer);
      signal?.removeEventListener("abort", abort);
      deafen();
    }
    const results = Object.freeze(this.#results);
    return Object.freeze({
      results,
      accepted: Object.freeze(results.flatMap(({ accepted }) => accepted ?? [])),
      skipped: Object.freeze(results.flatMap(({ skipped }) => skipped ?? [])),
      byUser: this.#byUser,
      error: this.#error,
    });
  }

  ended(): "aborted" | "late" | undefined {
    return this.#end;
  }

  lookLater(): void {
    this.#lookTimer ??= this.options.clock.setTimeout(() => {
      this.#lookTimer = undefined;
      for (const run of this.#runs.values()) run.lookElsewhere();
    }, LOOK_MS);
  }

  accepted(userId: string): Promise<AcceptedPair | undefined> | undefined {
    const { alreadyAccepted, candidates } = this.options;
    if (alreadyAccepted === undefined) return undefined;
    if (!Array.isArray(candidates)) return this.#asked([userId]).then((pairs) => pairs.get(userId));
    // All at once, where all are known.
    this.#pairs ??= this.#asked([...new Set(candidates.flatMap((one) => one?.userId ?? []))]);
    return this.#pairs.then((pairs) => pairs.get(userId));
  }

  async #asked(userIds: readonly string[]): Promise<ReadonlyMap<string, AcceptedPair>> {
    const { alreadyAccepted, source } = this.options;
    const pairs = (await alreadyAccepted?.(source, userIds)) ?? [];
    return new Map(Array.from(pairs, (pair) => [pair.userId, pair]));
  }

  async #work(): Promise<void> {
    const { candidates, trigger, onCandidateResolved, concurrency } = this.options;
    await this.#readAll();
    if (this.#end !== undefined && Array.isArray(candidates)) {
      for (const candidate of candidates.slice(this.#results.length)) this.#begin(candidate, this.#end);
    }
    while (this.#busyCount > 0) await this.#paused();
    if (trigger === "orchestrator" || onCandidateResolved === undefined) return;
    const hookOn = async (): Promise<void> => {
      while (this.#hookedCount < this.#results.length) await this.#hookNext();
    };
    await Promise.all(Array.from({ length: Math.min(concurrency, this.#results.length) }, hookOn));
  }

  /** Reads candidates and begins with each as soon as there is a place for it. */
  async #readAll(): Promise<void> {
    const { candidates, concurrency } = this.options;
    try {
      const iterator =
        Symbol.asyncIterator in candidates
          ? candidates[Symbol.asyncIterator]()
          : candidates[Symbol.iterator]();
      while (this.#end === undefined) {
        if (this.#busyCount >= concurrency) {
          await this.#paused();
          continue;
        }
        const step = await this.#next(iterator);
        if (step?.done === true) return;
        if (step !== undefined) this.#begin(step.value);
      }
      // Not waited for: it may hang behind a `next` that does.
      void Promise.resolve(iterator.return?.()).catch(() => undefined);
    } catch (error) {
      this.#error = errorOf(error);
    }
  }

  /** The next candidate; `undefined` when nobody wants it any more. */
  async #next(
    iterator: Iterator<Candidate<Terms>> | AsyncIterator<Candidate<Terms>>,
  ): Promise<IteratorResult<Candidate<Terms>> | undefined> {
    const given = iterator.next();
    if (!("then" in given)) return given;
    let step: IteratorResult<Candidate<Terms>> | undefined;
    let failure: { readonly error: unknown } | undefined;
    given
      .then(
        (read) => {
          step = read;
        },
        (error: unknown) => {
          failure = { error };
        },
      )
      .then(() => this.#wake());
    while (step === undefined && failure === undefined && this.#end === undefined) await this.#paused();
    if (failure !== undefined) throw failure.error;
    return step;
  }

  #paused(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  /** @param end - why there is no time for it */
  #begin(candidate: Candidate<Terms>, end?: "aborted" | "late"): void {
    const index = this.#results.length;
    const begun = this.#judged(candidate, end);
    this.#busyCount += 1;
    let resolved: Promise<void>;
    if (begun instanceof CandidateRun) {
      this.#runs.set(begun.id, begun);
      // In their places until there is more to say.
      this.#resolve(index, lateResult(candidate));
      resolved = begun.result().then((result) => this.#close(begun, result));
    } else {
      this.#resolve(index, begun);
      resolved = this.#hookAtOnce(begun);
    }
    void resolved.then(() => {
      this.#busyCount -= 1;
      this.#wake();
    });
  }

  /** The run of a candidate, or its result where there is nothing to run. */
  #judged(
    candidate: Candidate<Terms>,
    end: "aborted" | "late" | undefined,
  ): CandidateRun<Terms> | CandidateResult<Terms> {
    try {
      const { userId, seedAssessment } = candidate;
      if (!this.options.enabled)
        return skippedResult(candidate, "disabled", { ...(seedAssessment && { seedAssessment }) });
      demandText("the userId of a candidate", userId, 256);
      if (userId === this.options.source.userId) return skippedResult(candidate, "self");
      if (this.#byUser.has(userId)) return skippedResult(candidate, "duplicate");
      if (end === undefined) return new CandidateRun<Terms>(this, candidate, this.#results.length);
      return end === "late" ? lateResult(candidate) : skippedResult(candidate, "aborted");
    } catch (error) {
      return failedResult(candidate, error);
    }
  }

  #resolve(index: number, result: CandidateResult<Terms>): void {
    this.#results[index] = Object.freeze(result);
    const userId = userIdOf(result.candidate);
    if (userId !== undefined && result.skipped?.why !== "duplicate") this.#byUser.set(userId, result);
  }

  async #close({ id, index }: CandidateRun<Terms>, result: CandidateResult<Terms>): Promise<void> {
    // The call has returned without it.
    if (!this.#runs.delete(id)) return;
    this.#resolve(index, result);
    await this.#hookAtOnce(result);
  }

  async #hookAtOnce(result: CandidateResult<Terms>): Promise<void> {
    if (this.options.trigger === "orchestrator") await this.#hook(result);
  }

  #hookNext(): Promise<void> {
    return this.#hook(this.#results[this.#hookedCount++] as CandidateResult<Terms>);
  }

  async #hook(result: CandidateResult<Terms>): Promise<void> {
    const { onCandidateResolved, signal, trigger } = this.options;
    const { accepted, candidate } = result;
    try {
      const suppressed = signal?.aborted === true;
      await onCandidateResolved?.(Object.freeze({ ...result, suppressed }));
    } catch (error) {
      this.emit({ type: "hook_error", candidateUserId: userIdOf(candidate) ?? "", error: errorOf(error) });
      return;
    }
    const isShown = trigger === "orchestrator" && signal?.aborted !== true;
    if (accepted === null || !candidate.opportunityId || !isShown) return;
    this.emit({
      type: "opportunity_draft_ready",
      opportunityId: candidate.opportunityId,
      candidateUserId: accepted.userId,
      agreedRoles: accepted.agreedRoles,
      reasoning: accepted.reasoning,
    });
  }

  #stop(end: "aborted" | "late"): void {
    this.#end = end;
    this.#wake();
  }

  /** Keeps the process alive; resolves when the budget is spent and the grace after it as well, else never. */
  #outOfTime(): Promise<void> {
    const { clock, budgetMs } = this.options;
    return new Promise((resolve) => {
      const after = (ms: number, work: () => void): void => {
        this.#timer = clock.setTimeout(work, ms);
      };
      const stay = (): void => after(LONGEST_TIMER_MS, stay);
      if (budgetMs === null) return stay();
      const compensate = (): void => {
        for (const run of this.#runs.values()) run.limit();
        after(GRACE_MS, () => resolve(this.#abandon()));
      };
      after(budgetMs, () => {
        this.#stop("late");
        // What settles in this instant counts as settled.
        after(0, compensate);
      });
    });
  }

  /** Hooks or a store that hang: the call returns without them, each hook called. */
  #abandon(): void {
    const runs = [...this.#runs.values()];
    this.#runs.clear();
    for (const run of runs) {
      const result = run.abandoned();
      this.#resolve(run.index, result);
      void this.#hookAtOnce(result);
    }
    if (this.options.trigger === "orchestrator") return;
    while (this.#hookedCount < this.#results.length) void this.#hookNext();
  }

  /** @returns what ends it */
  #listen(): () => void {
    const { service, onTrace } = this.options;
    const runs = this.#runs;
    const listeners: { [Name in keyof ServiceEvents<Terms>]?: (told: ServiceEvents<Terms>[Name]) => void } = {
      "negotiation:started": ({ id, remote }) => void (remote || runs.get(id)?.started()),
      "negotiation:settled": (negotiation) => runs.get(negotiation.id)?.settled(negotiation),
      "turn:parked": ({ negotiation }) => runs.get(negotiation.id)?.parked(negotiation),
    };
    if (onTrace !== undefined) {
      listeners["turn:recorded"] = ({ negotiation, turn }) =>
        runs.get(negotiation.id)?.recorded(negotiation, turn);
      listeners["turn:failed"] = ({ negotiation, failure }) =>
        runs.get(negotiation.id)?.answered(failure.kind);
      listeners["turn:consulted"] = ({ negotiation }) => runs.get(negotiation.id)?.answered("question");
    }
    const names = Object.keys(listeners) as (keyof typeof listeners)[];
    for (const name of names) service.on(name, listeners[name] as never);
    const observer: Observer = {
      aroundAgentCall: ({ negotiationId }, run) => {
        runs.get(negotiationId)?.called();
        return run();
      },
    };
    const unobserve = onTrace === undefined ? undefined : service.observe(observer);
    return () => {
      for (const name of names) service.off(name, listeners[name] as never);
      unobserve?.();
    };
  }
}

/** As far as it can be read: candidates are what anybody hands in. */
function userIdOf(candidate: unknown): string | undefined {
  try {
    const { userId } = candidate as { readonly userId: unknown };
    return typeof userId === "string" ? userId : undefined;
  } catch {
    return undefined;
  }
}
