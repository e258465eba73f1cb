/**
 * @module
 * Stands between an agent and the room, and looks at one thing: an acceptance. It passes if the terms are worth
 * it and the argument for them holds; nothing that anybody argues makes an acceptance.
 */

import { readOptions, unmet } from "../core/checks/index.js";
import type { Move } from "../core/moves/index.js";
import type { Agent, AgentCall, ConsultRequest, MaybePromise } from "../ports/index.js";
import type { AttackRelation } from "./arguments.js";
import { type FailureListener, isPromise, notice, silence } from "./host-functions.js";
import { isSupported } from "./standing-support.js";

/**
 * The same agent, whose acceptances must be worth it and, where the proposal came with a justification, supported
 * by the grounded extension of all arguments so far.
 *
 * Every other answer passes as it is; what fails while an acceptance is judged counts as no support. It keeps nothing
 * between calls. By `rfcAttacks` alone nothing attacks the newest argument, which is the one that decides: a host
 * that wants arguments to hold a deal back gives a relation of its own.
 *
 * @throws {TypeError} for an option of the wrong type
 * @see docs/requirements/argumentation.md, AR-15 to AR-19; OAP RFC 0002, B.4 and theorem B.2
 * @example
 * const eager: Agent<{ price: number }> = ({ standing }) =>
 *   standing === null ? { action: "propose", terms: { price: 40 } } : { action: "accept" };
 * const careful = argumentGate(eager, {
 *   worth: ({ price }) => 60 - price,
 *   outsideOption: 5,
 *   otherwise: () => ({ action: "counter", terms: { price: 50 } }),
 * });
 */
export function argumentGate<Terms = unknown>(
  agent: Agent<Terms>,
  options: ArgumentGateOptions<Terms>,
): Agent<Terms> {
  demandFunction("agent", agent);
  const gate = resolvedGateOptions(options);
  return (call) => {
    const answer = agent(call);
    return isPromise(answer) ? judgedLater(answer, call, gate) : judged(answer, call, gate);
  };
}

type Answer<Terms> = Move<Terms> | ConsultRequest;

async function judgedLater<Terms>(
  answer: PromiseLike<unknown>,
  call: AgentCall<Terms>,
  gate: ArgumentGateOptions<Terms>,
): Promise<Answer<Terms>> {
  return judged((await answer) as Answer<Terms>, call, gate);
}

function judged<Terms>(
  answer: Answer<Terms>,
  call: AgentCall<Terms>,
  gate: ArgumentGateOptions<Terms>,
): MaybePromise<Answer<Terms>> {
  return actionOf(answer) !== "accept" || passes(call, gate) ? answer : instead(call, gate);
}

/** `undefined` for what is no move; the room tells its agent so. */
function actionOf(answer: unknown): unknown {
  return typeof answer === "object" && answer !== null && "action" in answer ? answer.action : undefined;
}

function passes<Terms>(call: AgentCall<Terms>, gate: ArgumentGateOptions<Terms>): boolean {
  try {
    if (call.standing === null) return false;
    const worth: unknown = gate.worth(call.standing.terms);
    silence(worth);
    demandNumber("worth to answer", worth);
    return worth >= gate.outsideOption && isSupported(call, gate.relation);
  } catch (error) {
    notice(gate, error);
    return false;
  }
}

function instead<Terms>(
  call: AgentCall<Terms>,
  gate: ArgumentGateOptions<Terms>,
): MaybePromise<Answer<Terms>> {
  const refusing = (error: unknown): Answer<Terms> => {
    notice(gate, error);
    return refusal(call);
  };
  try {
    const move: unknown = gate.otherwise(call);
    if (!isPromise(move)) return permitted<Terms>(move, call);
    return Promise.resolve(move)
      .then((settled) => permitted<Terms>(settled, call))
      .catch(refusing);
  } catch (error) {
    return refusing(error);
  }
}

/** What `otherwise` came up with, if it is one of the three answers and the cap leaves room for it. */
function permitted<Terms>(move: unknown, call: AgentCall<Terms>): Answer<Terms> {
  const action = actionOf(move);
  const mayCounter = call.legalActions.includes("counter") && call.turnsLeft !== 0;
  const isPermitted = action === "reject" || action === "withdraw" || (action === "counter" && mayCounter);
  return isPermitted ? (move as Answer<Terms>) : refusal(call);
}

/** A rejection; where the rules know none, a withdrawal. */
function refusal<Terms>({ legalActions }: AgentCall<Terms>): Answer<Terms> {
  const mustLeave = legalActions.includes("withdraw") && !legalActions.includes("reject");
  return { action: mustLeave ? "withdraw" : "reject", reason: "argument_not_supported" };
}

/** When an acceptance passes, and what comes in the place of one that does not. */
export interface ArgumentGateOptions<Terms = unknown> extends FailureListener {
  /**
   * Who attacks whom.
   * @default rfcAttacks
   */
  readonly relation?: AttackRelation | undefined;
  /** What terms are worth to the party, in the unit of `outsideOption`. */
  readonly worth: (terms: Terms) => number;
  /** What the party has without an agreement; terms worth exactly that still pass. Any number but NaN. */
  readonly outsideOption: number;
  /** What to do instead of an acceptance: `counter`, `reject` or `withdraw`; all else becomes a rejection. */
  readonly otherwise: (call: AgentCall<Terms>) => MaybePromise<Move<Terms>>;
}

/**
 * The options, frozen.
 *
 * @throws {TypeError} for one of the wrong type or an unknown key; `outsideOption` is private, so it is not shown
 */
function resolvedGateOptions<Terms>(options: ArgumentGateOptions<Terms>): ArgumentGateOptions<Terms> {
  const given = readOptions("the options of a gate", options, KEYS);
  const { relation, worth, outsideOption, otherwise, onFailure } = given;
  demandFunction("worth", worth);
  demandFunction("otherwise", otherwise);
  if (relation !== undefined) demandFunction("relation", relation);
  if (onFailure !== undefined) demandFunction("onFailure", onFailure);
  demandNumber("outsideOption to be", outsideOption);
  return Object.freeze({ relation, worth, outsideOption, otherwise, onFailure });
}

const KEYS = ["relation", "worth", "outsideOption", "otherwise", "onFailure"] as const;

/** @throws {TypeError} for anything but a function */
export function demandFunction(name: string, value: unknown): void {
  if (typeof value !== "function") throw new TypeError(unmet(name, "a function", value));
}

/**
 * Passes any number but NaN, also an infinite one; says of others only their sort, since such numbers are private.
 *
 * @param what - "outsideOption to be", "worth to answer"
 * @throws {TypeError} else
 */
function demandNumber(what: string, value: unknown): asserts value is number {
  if (typeof value === "number" && !Number.isNaN(value)) return;
  const came = typeof value === "number" ? "NaN" : `a value of type ${typeof value}`;
  throw new TypeError(`Expected ${what} a number, got ${came}.`);
}
