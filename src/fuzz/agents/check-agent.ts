/**
 * @module
 * Fuzzes somebody's own agent against scripted and random opponents, through the pure core: no room, no
 * store, no real time but for agents that wait.
 */

import type { Parameters as RunParameters } from "fast-check";
import type { Agent, AgentCall } from "../../ports/index.js";
import { fc } from "../arbitraries/index.js";
import { type AgentFault, type AgentFaultError, agentFault, type FoundFault } from "./agent-fault.js";
import { arbitraryTrial, faultInTrial, type Trial } from "./agent-trial.js";
import { type CheckAgentOptions, checkSettings } from "./check-settings.js";

/**
 * Resolves if the agent passes every trial, and rejects at its first fault, shrunk.
 *
 * In each trial it negotiates with an opponent whose moves are all legal. Each turn is asked twice with
 * equal calls, one frozen and one not; some calls are aborted while the agent thinks. It is a fault to
 *
 * - answer what a room refuses, what only closes the negotiation by its cap, or anything but a proposal or a
 *   refusal to open, though a room may take it for the opening (`illegal_move`)
 * - answer what is no move, or holds no proper terms (`malformed_answer`)
 * - accept below the bound that `utility` and `acceptsAtLeast`, or `mayAccept`, state (`accepted_below_bound`)
 * - answer an equal call differently, unless `mayVary` (`varied_answer`)
 * - write to its call (`mutated_input`), throw (`threw`), or not answer (`no_answer`)
 * - stay pending after its signal aborted (`ignored_abort`)
 *
 * An agent that keeps anything between calls is handed in as a function that makes one: `() => makeAgent()`.
 *
 * @throws {AgentFaultError} its message is the report, its `fault` the same as data
 * @throws {TypeError} or {RangeError} when an option is wrong, also when `terms` gives some that a room refuses
 * @throws {NegotiationError} `rules_invalid`
 * @example
 * await checkAgent(buyer, {
 *   terms: fc.record({ price: fc.integer({ min: 1, max: 100 }) }),
 *   utility: ({ price }) => 60 - price,
 *   acceptsAtLeast: 0,
 * });
 */
export function checkAgent<Terms>(agent: Agent<Terms>, options: CheckAgentOptions<Terms>): Promise<void>;
export function checkAgent<Terms>(
  makeAgent: () => Agent<Terms>,
  options: CheckAgentOptions<Terms>,
): Promise<void>;
export async function checkAgent<Terms>(
  agent: Agent<Terms> | (() => Agent<Terms>),
  options: CheckAgentOptions<Terms>,
): Promise<void> {
  const fault = await findAgentFault(agent as Agent<Terms>, options);
  if (fault === null) return;
  const error: AgentFaultError<Terms> = Object.assign(new Error(fault.report), {
    name: "AgentFaultError" as const,
    fault,
  });
  throw error;
}

/**
 * The first fault that `checkAgent` would report, or `null`.
 *
 * @throws as `checkAgent`, but for the fault itself
 * @example
 * const terms = fc.record({ price: fc.integer({ min: 1, max: 100 }) });
 * const fault = await findAgentFault(buyer, { terms, seat: "responder", runs: 1_000 });
 * fault?.report; // undefined, if all is well
 */
export function findAgentFault<Terms>(
  agent: Agent<Terms>,
  options: CheckAgentOptions<Terms>,
): Promise<AgentFault<Terms> | null>;
export function findAgentFault<Terms>(
  makeAgent: () => Agent<Terms>,
  options: CheckAgentOptions<Terms>,
): Promise<AgentFault<Terms> | null>;
export async function findAgentFault<Terms>(
  agent: Agent<Terms> | (() => Agent<Terms>),
  options: CheckAgentOptions<Terms>,
): Promise<AgentFault<Terms> | null> {
  if (typeof agent !== "function") throw new TypeError("Expected an agent, or a function that makes one.");
  const settings = checkSettings(options);
  const source = agentSource(agent);
  const trials = arbitraryTrial(settings.terms, settings.seats, settings.rulesFor("system", "system"));
  // The last that fails is the smallest; what the options' own functions throw is no fault of the agent.
  const failures: (() => FoundFault<Terms>)[] = [];
  const property = fc.asyncProperty(trials, async (trial) => {
    try {
      const found = await faultInTrial(trial, source, settings);
      if (found !== null) failures.push(() => found);
      return found === null;
    } catch (error) {
      failures.push(() => {
        throw error;
      });
      return false;
    }
  });
  const details = await fc.check(property, settings.parameters as RunParameters<[Trial<Terms>]>);
  const found = failures.at(-1)?.();
  if (found === undefined) return null;
  return agentFault(found, {
    seed: details.seed,
    path: details.counterexamplePath ?? "",
    runs: details.numRuns,
    shrinks: details.numShrinks,
    isFactory: source.isFactory(),
  });
}

/** Where a check takes its agents from. */
export interface AgentSource<Terms = unknown> {
  /** A new instance of a factory's; an agent that was given as such is each time the same. */
  instance(): Agent<Terms>;
  /** `undefined` as long as nothing was called. */
  isFactory(): boolean | undefined;
}

/**
 * A source that finds out at the first call: a function that answers a function is a factory.
 *
 * So no agent is ever called without a call. What a factory gave in answer to a call is let go, and the
 * instances come from calls without arguments.
 */
export function agentSource<Terms>(subject: Agent<Terms> | (() => Agent<Terms>)): AgentSource<Terms> {
  let isFactory: boolean | undefined;
  const make = (): Agent<Terms> => {
    const agent = (subject as () => Agent<Terms>)();
    if (typeof agent === "function") return agent;
    throw new TypeError("Expected the factory to give an agent each time, got something else.");
  };
  const instance = (): Agent<Terms> => {
    let own: Agent<Terms> | undefined;
    return (call: AgentCall<Terms>) => {
      if (isFactory === undefined) {
        const answer: unknown = (subject as Agent<Terms>)(call);
        isFactory = typeof answer === "function";
        if (!isFactory) return answer as ReturnType<Agent<Terms>>;
      }
      if (!isFactory) return (subject as Agent<Terms>)(call);
      own ??= make();
      return own(call);
    };
  };
  return { instance, isFactory: () => isFactory };
}
