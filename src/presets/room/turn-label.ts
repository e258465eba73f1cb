/**
 * @module
 * What turns are called in front of people: one noun for each action.
 */

import type { Action } from "../../core/record/index.js";

/** The noun of an action. */
export type TurnLabel = "Proposal" | "Counter" | "Question" | "Acceptance" | "Rejection" | "Withdrawal";

/**
 * The noun for what a turn did, as tools and pages show it.
 *
 * @see docs/requirements/index-network.md, MT-2
 */
export function turnLabel(action: Action): TurnLabel {
  return LABELS[action];
}

const LABELS: Readonly<Record<Action, TurnLabel>> = {
  propose: "Proposal",
  counter: "Counter",
  question: "Question",
  accept: "Acceptance",
  reject: "Rejection",
  withdraw: "Withdrawal",
};
