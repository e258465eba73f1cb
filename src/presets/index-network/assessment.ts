/**
 * @module
 * Reading a turn's assessment in the `index` presets. The engine takes any JSON there and a view may
 * have cut it down, so what is not found as expected is absent.
 */

import { memberOf } from "../../core/json/index.js";
import { isValencyRole, type TurnView, type ValencyRole } from "../../core/record/index.js";

/** The roles that a side suggests, seen from itself. */
export interface SuggestedRoles {
  readonly ownUser: ValencyRole;
  readonly otherUser: ValencyRole;
}

/** Why the mover moved so; `undefined` when it did not say, or the viewer may not know. */
export function reasoningOf(turn: Pick<TurnView, "assessment"> | undefined): string | undefined {
  const reasoning = memberOf(turn?.assessment, "reasoning");
  return typeof reasoning === "string" && reasoning !== "" ? reasoning : undefined;
}

/** The suggested roles; `undefined` unless both are there and known. */
export function suggestedRolesOf(turn: Pick<TurnView, "assessment">): SuggestedRoles | undefined {
  const roles = memberOf(turn.assessment, "suggestedRoles");
  const ownUser = memberOf(roles, "ownUser");
  const otherUser = memberOf(roles, "otherUser");
  return isValencyRole(ownUser) && isValencyRole(otherUser) ? { ownUser, otherUser } : undefined;
}

/**
 * The mean `fitScore` of the turns that have one, as Index Network's older form reports it; else `undefined`.
 *
 * For the host's own records: scores are private to their side.
 *
 * @see docs/requirements/index-network.md, IX-7; Index Network's protocol deep dive, "average fit score"
 */
export function averageFit(turns: readonly Pick<TurnView, "assessment">[]): number | undefined {
  const scores = turns
    .map((turn) => memberOf(turn.assessment, "fitScore"))
    .filter((score) => typeof score === "number");
  if (scores.length === 0) return undefined;
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
