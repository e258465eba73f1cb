/**
 * @module
 * Finding the turn behind a proposal id, which every turn that answers a proposal carries.
 */

import type { TurnView } from "../../core/record/index.js";

/** The turn that made the proposal, or `undefined` when there is none of that id. */
export function proposingTurn<T extends Pick<TurnView, "proposalId" | "round">>(
  turns: readonly T[],
  proposalId: string | null,
): T | undefined {
  if (proposalId === null) return undefined;
  return turns.find((turn) => turn.round !== null && turn.proposalId === proposalId);
}
