/**
 * @module
 * Lets a strategy of `./strategies` weigh arguments: gives its `weigh` hook the turns of the call that is being
 * answered, which the hook itself is not told. For agents of any other make there is `argument-gate.ts`.
 */

import { readOptions } from "../core/checks/index.js";
import type { Agent, AgentCall } from "../ports/index.js";
import { demandFunction } from "./argument-gate.js";
import type { AttackRelation } from "./arguments.js";
import { type FailureListener, notice } from "./host-functions.js";
import { isSupported } from "./standing-support.js";

/** What a `weigh` hook is told, as far as arguments are concerned. */
export interface WeighedView {
  readonly partyId: string;
  readonly standing: { readonly proposalId: string | null } | null;
}

/**
 * The hook: `against` turns the acceptance that a strategy has decided on into its next offer, `for` leaves it.
 * It is asked only about a proposal that came with a justification.
 */
export type ArgumentWeigh = (view: WeighedView) => "for" | "against";

/** Who attacks whom, and who hears of failures. */
export interface WeighingAgentOptions extends FailureListener {
  /** @default rfcAttacks */
  readonly relation?: AttackRelation | undefined;
}

/**
 * The agent that `make` makes with a `weigh` hook: it accepts a proposal with a justification only if the grounded
 * extension of all arguments so far supports it.
 *
 * What fails counts as no support, as in `argumentGate`; so does a question asked outside a call, or after an agent
 * has paused: `make` must give one that decides at once, as `composeAgent` does. The headless runner of `./tournament`
 * has no calls, so nothing there is ever supported.
 *
 * @param make - called once, now
 * @throws {TypeError} when `make` or `relation` is no function, and for an unknown option
 * @see docs/requirements/bargaining.md, BA-38; docs/requirements/argumentation.md, AR-15 to AR-19
 * @example
 * const space = outcomeSpace([{ name: "price", kind: "integer", min: 10, max: 30 }]);
 * const preferences: Preferences = {
 *   kind: "additive",
 *   weights: [1],
 *   values: [{ kind: "linear", slope: 0.05, from: 10 }],
 * };
 * const seller = weighingAgent((weigh) =>
 *   composeAgent({ space, preferences, strategy: { ...boulware(), weigh }, seed: 7, turnLimit: 20 }),
 * );
 */
export function weighingAgent<Terms = unknown>(
  make: (weigh: ArgumentWeigh) => Agent<Terms>,
  options: WeighingAgentOptions = {},
): Agent<Terms> {
  const { relation, onFailure } = readOptions("options", options, ["relation", "onFailure"]);
  demandFunction("make", make);
  if (relation !== undefined) demandFunction("relation", relation);
  if (onFailure !== undefined) demandFunction("onFailure", onFailure);
  // Set only while the agent runs; nothing lasts from one call to the next.
  let current: AgentCall<Terms> | undefined;
  const agent = make((view) => {
    try {
      return isSupported(demandCallOf(view, current), relation) ? "for" : "against";
    } catch (error) {
      notice({ onFailure }, error);
      return "against";
    }
  });
  demandFunction("what `make` gives", agent);
  return (call) => {
    const outer = current;
    current = call;
    try {
      return agent(call);
    } finally {
      current = outer;
    }
  };
}

function demandCallOf<Terms>(view: WeighedView, call: AgentCall<Terms> | undefined): AgentCall<Terms> {
  const isOfCall =
    call?.party.id === view.partyId &&
    call.standing !== null &&
    call.standing.id === view.standing?.proposalId;
  if (isOfCall) return call;
  throw new Error("Expected to weigh the standing proposal of a running call, got another. Decide at once.");
}
