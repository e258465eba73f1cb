/**
 * @module
 * What strategies that follow a published argument say in support of their proposals, unless told not to. It says
 * how a proposal came about and nothing of the party's preferences.
 */

import type { Json } from "../../core/json/index.js";
import type { DecidedMove, Justify, PartyView } from "../play/index.js";

/** Whether and how a strategy explains its proposals. */
export interface JustifyOption {
  /**
   * `false` for no justification, or one of your own.
   * @default what OAP RFC 0002 names for the strategy
   */
  readonly justify?: Justify | false | undefined;
}

/** The justification that an option asks for. */
export function chosenJustify(option: JustifyOption, usual: Justify): Justify | undefined {
  return option.justify === false ? undefined : (option.justify ?? usual);
}

/**
 * A counter-proposal by trade-off refers to the proposal that it was made like; other moves are not explained.
 *
 * @see OAP RFC 0002, B.2; docs/requirements/bargaining.md, BA-38
 */
export function explainTradeOff({ received }: PartyView, { action }: DecidedMove): Json | undefined {
  const answered = received.at(-1);
  if (action === "accept" || answered === undefined) return undefined;
  const { proposalId } = answered;
  return { type: "trade_off", references: proposalId === null ? [] : [proposalId] };
}

/**
 * A proposal of a strategy that concedes by a rule is explained by its being one; an accept needs no explanation.
 *
 * @see OAP RFC 0002, B.6; docs/requirements/bargaining.md, BA-38
 */
export function explainConcession(_: PartyView, { action }: DecidedMove): Json | undefined {
  return action === "accept" ? undefined : { type: "concession_explanation" };
}
