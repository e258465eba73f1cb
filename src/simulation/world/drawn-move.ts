/**
 * @module
 * Draws what a party does on its turn: mostly it goes on, now and then it decides.
 */

import type { Move, MoveFields } from "../../core/moves/index.js";
import type { Action } from "../../core/record/index.js";
import type { RandomStream } from "../../testing/harness/index.js";
import { secretOf } from "../invariants/index.js";
import type { World } from "./world.js";

/** What the mover knows. */
export interface MoveSituation {
  readonly legalActions: readonly Action[];
  readonly standing: { readonly id: string } | null;
  /** Who moves. */
  readonly partyId: string;
}

/** How likely an action is beside the others that are legal. */
const WEIGHTS: Readonly<Record<Action, number>> = {
  propose: 6,
  counter: 6,
  accept: 2,
  reject: 0.6,
  question: 1.5,
  withdraw: 0.4,
};

/** A legal move; `undefined` when there is none. */
export function drawnMove(world: World, draws: RandomStream, situation: MoveSituation): Move | undefined {
  const { legalActions, standing, partyId } = situation;
  const sum = legalActions.reduce((total, action) => total + WEIGHTS[action], 0);
  let share = draws.next() * sum;
  const action = legalActions.find((one) => {
    share -= WEIGHTS[one];
    return share < 0;
  });
  return action === undefined ? undefined : moveOf(world, draws, action, standing, partyId);
}

/** A move with that action, whether or not it is legal. */
export function moveOf(
  world: World,
  draws: RandomStream,
  action: Action,
  standing: MoveSituation["standing"],
  partyId: string,
): Move {
  const isAnswering = draws.happens(0.3);
  const speaks = draws.happens(0.7);
  // Few enough texts that some are said twice.
  const message = `Text ${draws.integer(1, 40)}`;
  const hasValidity = draws.happens(0.15);
  const validUntilAt = world.loop.now + draws.integer(50, 600);
  const price = draws.integer(1, 100);
  const common = {
    assessment: assessmentOf(world, partyId),
    sealed: secretOf("sealed", partyId),
    ...((speaks || action === "counter" || action === "question") && { message }),
    ...(isAnswering && standing !== null && { replyTo: standing.id }),
  };
  if (action !== "propose" && action !== "counter") return { ...common, action };
  const validity = hasValidity && { validUntilAt };
  const { rules } = world.plan;
  const merges = action === "counter" && standing !== null && rules.partialTerms === "merge";
  if (merges && world.options.terms === undefined && draws.happens(0.5)) {
    return { ...common, action, changes: draws.happens(0.3) ? {} : { price }, ...validity };
  }
  const terms = world.plan.hasTerms
    ? { terms: world.options.terms?.draw(() => draws.next()) ?? { price } }
    : {};
  return { ...common, action, ...terms, ...validity };
}

/** An assessment of which what may be shared holds no secret; nothing of it is drawn. */
export function assessmentOf({ plan }: World, partyId: string): MoveFields["assessment"] {
  const note = secretOf("assessment", partyId);
  const suggestedRoles = { ownUser: "agent", otherUser: "peer" };
  if (plan.rules.preset === "index-2026-04") return { note, reasoning: "They fit.", suggestedRoles };
  // The two roles alone may be shared, and nothing beside or below them.
  return { note, suggestedRoles: { ...suggestedRoles, note } };
}
