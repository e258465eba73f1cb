/**
 * @module
 * One turn of an agent under check: it is called twice with equal calls, or once and aborted, and what
 * it does is judged. The first fault in the order of this file is the one that counts.
 */

import { diffTerms, isEqualJson, type Json } from "../../core/json/index.js";
import type { Negotiation } from "../../core/record/index.js";
import type { Agent, Clock } from "../../ports/index.js";
import { ManualClock } from "../../testing/clock/index.js";
import { type AgentCallData, agentCallData, frozenCall, looseCall } from "./agent-call.js";
import { type FoundFault, printed } from "./agent-fault.js";
import { type CheckSettings, partyUnderCheck, type TrialSettings } from "./check-settings.js";
import { judgedAnswer, readAnswer } from "./judged-answer.js";

/** The two instances that are asked the same. */
interface AgentPair<Terms = unknown> {
  readonly one: Agent<Terms>;
  readonly twin: Agent<Terms>;
}

/** What a turn led to: a fault, or the next record; `null` when the trial is over. */
type TurnResult<Terms = unknown> =
  | { readonly fault: FoundFault<Terms> }
  | { readonly fault: null; readonly negotiation: Negotiation<Terms> | null };

/** Asks both instances and judges what they did. */
export async function agentTurn<Terms>(
  negotiation: Negotiation<Terms>,
  agents: AgentPair<Terms>,
  settings: TrialSettings<Terms>,
): Promise<TurnResult<Terms>> {
  const data = agentCallData(negotiation, partyUnderCheck, settings.projectContext);
  const faulty = faultOf(negotiation, data);
  const one = await asked(agents.one, (signal) => frozenCall(data, signal), settings);
  if (one.state === "silent") return faulty(one.kind, one.reason, undefined);
  const controller = new AbortController();
  const loose = looseCall(data, controller.signal);
  const twin = await asked(agents.twin, () => loose, settings, controller);
  if (twin.state === "silent") return faulty(twin.kind, twin.reason, undefined);

  const { signal: _, ...after } = loose;
  const change = mutationOf(data, after, one, twin);
  if (change !== undefined)
    return faulty("mutated_input", change, one.state === "threw" ? one.error : one.answer);
  if (one.state === "threw") return faulty("threw", printed(one.error), one.error);
  if (twin.state === "threw") return faulty("threw", printed(twin.error), twin.error);

  const judged = await judgedAnswer(negotiation, data, one.answer, settings);
  if (judged.fault !== null && judged.fault.kind !== "accepted_below_bound") return judged;
  if (!settings.mayVary && !isSameAnswer(one.answer, twin.answer, negotiation)) {
    return faulty("varied_answer", `an equal call was answered with ${printed(twin.answer)}.`, one.answer);
  }
  return judged;
}

/** Asks one instance, aborts while its answer is pending, and judges only whether it settles. */
export async function abortedTurn<Terms>(
  negotiation: Negotiation<Terms>,
  agent: Agent<Terms>,
  settings: CheckSettings<Terms>,
): Promise<TurnResult<Terms>> {
  const data = agentCallData(negotiation, partyUnderCheck, settings.projectContext);
  const controller = new AbortController();
  const pending = observedAnswer(() => agent(frozenCall(data, controller.signal)), settings.clock);
  // One turn of the event loop: whoever answers that fast has nothing to abort.
  const isSettled = pending.isImmediate || (await pending.within(0)) !== undefined;
  if (!isSettled) {
    controller.abort();
    if ((await pending.within(settings.abortGraceMs)) === undefined) {
      const reason = `nothing came within ${settings.abortGraceMs} ms after its signal had aborted.`;
      return faultOf(negotiation, data)("ignored_abort", reason, undefined);
    }
  }
  return { fault: null, negotiation: null };
}

type Asked =
  | Observed
  | { readonly state: "silent"; readonly kind: "no_answer" | "ignored_abort"; readonly reason: string };

async function asked<Terms>(
  agent: Agent<Terms>,
  callWith: (signal: AbortSignal) => Parameters<Agent<Terms>>[0],
  { clock, answerWithinMs, abortGraceMs }: CheckSettings<Terms>,
  controller: AbortController = new AbortController(),
): Promise<Asked> {
  const pending = observedAnswer(() => agent(callWith(controller.signal)), clock);
  const observed = await pending.within(answerWithinMs);
  if (observed !== undefined) return observed;
  controller.abort();
  const late = await pending.within(abortGraceMs);
  const reason = `nothing came within ${answerWithinMs} ms`;
  if (late !== undefined) return { state: "silent", kind: "no_answer", reason: `${reason}.` };
  const more = `${reason}, nor within ${abortGraceMs} ms after its signal had aborted.`;
  return { state: "silent", kind: "ignored_abort", reason: more };
}

/** What the agent did to its call: seen in the one that it could write to, or from the frozen one's complaint. */
function mutationOf(
  data: AgentCallData,
  after: AgentCallData,
  one: Observed,
  twin: Observed,
): string | undefined {
  const changes = diffTerms(data as unknown as Json, after as unknown as Json);
  const paths = changes.slice(0, 3).map(({ path, kind }) => `${path} ${kind}`);
  if (paths.length > 0) return `it wrote to its call: ${paths.join(", ")}.`;
  const isFrozenOnly = one.state === "threw" && one.error instanceof TypeError && twin.state === "answered";
  return isFrozenOnly ? `it wrote to its frozen call: ${one.error.message}.` : undefined;
}

function isSameAnswer(one: unknown, other: unknown, negotiation: Negotiation): boolean {
  const first = readAnswer(one, negotiation);
  const second = readAnswer(other, negotiation);
  return first.ok && second.ok && isEqualJson(first.content, second.content);
}

function faultOf<Terms>(negotiation: Negotiation<Terms>, call: AgentCallData<Terms>) {
  return (kind: FoundFault["kind"], reason: string, answer: unknown): TurnResult<Terms> => ({
    fault: { kind, code: null, reason, answer, call, negotiation },
  });
}

/** What became of a call. */
type Observed =
  | { readonly state: "answered"; readonly answer: unknown }
  | { readonly state: "threw"; readonly error: unknown };

/** A call under way. */
interface PendingAnswer {
  /** Whether it was there before the call returned. */
  readonly isImmediate: boolean;
  /** What became of it if that happens within so many ms, else `undefined`. It never rejects. */
  within(ms: number): Promise<Observed | undefined>;
}

/**
 * Begins a call and never throws.
 *
 * @param clock - measures the waiting; a `ManualClock` is advanced by it
 */
export function observedAnswer(call: () => unknown, clock: Clock): PendingAnswer {
  let answer: unknown;
  try {
    answer = call();
  } catch (error) {
    return immediate({ state: "threw", error });
  }
  if (!isThenable(answer)) return immediate({ state: "answered", answer });
  const settled = Promise.resolve(answer).then<Observed, Observed>(
    (value) => ({ state: "answered", answer: value }),
    (error) => ({ state: "threw", error }),
  );
  return { isImmediate: false, within: (ms) => settledWithin(settled, ms, clock) };
}

function immediate(observed: Observed): PendingAnswer {
  return { isImmediate: true, within: () => Promise.resolve(observed) };
}

async function settledWithin(
  settled: Promise<Observed>,
  ms: number,
  clock: Clock,
): Promise<Observed | undefined> {
  let handle: unknown;
  const timeUp = new Promise<undefined>((resolve) => {
    handle = clock.setTimeout(() => resolve(undefined), ms);
  });
  const first = Promise.race([settled, timeUp]);
  if (clock instanceof ManualClock) await clock.advance(ms);
  try {
    return await first;
  } finally {
    clock.clearTimeout(handle);
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  try {
    return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
  } catch {
    // A getter or proxy that throws is an answer, and a malformed one.
    return false;
  }
}
