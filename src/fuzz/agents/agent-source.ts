/**
 * @module
 * Tells an agent from a factory of agents, and gives the instances that a check calls.
 */

import type { Agent, AgentCall } from "../../ports/index.js";

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
