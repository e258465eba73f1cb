/**
 * @module
 * An agent that answers by a script and records its calls: for tests of everything around agents.
 */

import type { Move } from "../../core/moves/index.js";
import { shown } from "../../errors.js";
import type { AgentCall, ConsultRequest, MaybePromise } from "../../ports/index.js";

/** What an agent may answer. */
export type AgentAnswer<Terms = unknown> = Move<Terms> | ConsultRequest;

/** One entry of a script: an answer, an error to throw, a function of the call, or a promise of an answer. */
export type ScriptedAnswer<Terms = unknown> =
  | AgentAnswer<Terms>
  | Error
  | PromiseLike<AgentAnswer<Terms>>
  | ((call: AgentCall<Terms>) => MaybePromise<AgentAnswer<Terms>>);

/** An agent that answers by a script. */
export interface ScriptedAgent<Terms = unknown> {
  (call: AgentCall<Terms>): MaybePromise<AgentAnswer<Terms>>;
  /** Every call so far, oldest first, also those that threw. */
  readonly calls: readonly AgentCall<Terms>[];
}

/**
 * An agent that gives these answers: a list in its order, one value or one function again and again.
 *
 * A list that has run out throws, so that no test passes on an answer that nobody wrote.
 *
 * @throws {TypeError} when the script, or an entry of the list, is no possible answer
 * @example
 * const buyer = scriptedAgent([
 *   { action: "propose", terms: { price: 40 } },
 *   new Error("The model is overloaded."),
 *   ({ standing }) => ({ action: "counter", terms: { price: (standing?.terms.price ?? 0) - 5 } }),
 *   { action: "accept" },
 * ]);
 * buyer.calls.length; // 0
 */
export function scriptedAgent<Terms = unknown>(
  script: readonly ScriptedAnswer<Terms>[] | ScriptedAnswer<Terms>,
): ScriptedAgent<Terms> {
  const list: readonly ScriptedAnswer<Terms>[] | null = isList(script) ? [...script] : null;
  if (list === null) assertAnswer(script, "the script");
  else for (const [index, answer] of list.entries()) assertAnswer(answer, `the script's entry ${index}`);
  const calls: AgentCall<Terms>[] = [];
  const agent = (call: AgentCall<Terms>): MaybePromise<AgentAnswer<Terms>> => {
    calls.push(call);
    const answer = isList(script) ? list?.[calls.length - 1] : script;
    if (answer === undefined) throw new Error(exhausted(calls.length - 1, call));
    if (answer instanceof Error) throw answer;
    return typeof answer === "function" ? answer(call) : answer;
  };
  return Object.assign(agent, { calls });
}

function isList<Terms>(
  script: readonly ScriptedAnswer<Terms>[] | ScriptedAnswer<Terms>,
): script is readonly ScriptedAnswer<Terms>[] {
  return Array.isArray(script);
}

function assertAnswer(answer: unknown, what: string): void {
  if (typeof answer === "function") return;
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) {
    throw new TypeError(
      `Expected ${what} to be an answer, an Error, a function or a promise, got ${shown(answer)}.`,
    );
  }
  // A rejection that waits for its turn is not unhandled: whoever calls the agent gets it.
  if ("then" in answer && typeof answer.then === "function") answer.then(undefined, () => {});
}

function exhausted(count: number, call: AgentCall): string {
  const most = count === 1 ? "one call" : `${count} calls`;
  const where = `turn ${call.turnNumber} of ${call.negotiationId} (${call.seat})`;
  return `Expected at most ${most} of the scripted agent, got another for ${where}. Lengthen the list, or give one value or a function.`;
}
