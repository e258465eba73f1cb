/**
 * @module
 * The roles that an agreement gives the two parties, read from the `suggestedRoles` of their
 * assessments. The only projection of an agreement that more than one preset and bridge needs.
 */

import { memberOf } from "../json/index.js";
import type { Negotiation } from "./negotiation.js";
import type { TurnView } from "./view.js";

/** The part that a user plays in a match: gives, receives, or both alike. */
export type ValencyRole = "agent" | "patient" | "peer";

/** A party and its role. */
export interface AgreedRole {
  readonly userId: string;
  readonly role: ValencyRole;
}

/**
 * The initiator's and the responder's role, in that order; empty unless the negotiation was accepted.
 *
 * A party's role is what its own last turn suggested for its own user, whichever side accepted. Takes
 * a record or a view of one.
 *
 * @see docs/requirements/index-network.md, IX-13; a missing or unknown role counts as `peer`
 */
export function agreedRoles(
  negotiation: Pick<Negotiation, "initiator" | "responder" | "status"> & {
    readonly turns: readonly TurnView[];
  },
): readonly AgreedRole[] {
  if (negotiation.status !== "accepted") return [];
  return [negotiation.initiator, negotiation.responder].map(({ id }) => ({
    userId: id,
    role: roleOf(negotiation.turns.findLast((turn) => turn.partyId === id)),
  }));
}

/** Whether it is one of the three roles. */
export function isValencyRole(value: unknown): value is ValencyRole {
  return value === "agent" || value === "patient" || value === "peer";
}

function roleOf(turn: TurnView | undefined): ValencyRole {
  const role = memberOf(memberOf(turn?.assessment, "suggestedRoles"), "ownUser");
  return isValencyRole(role) ? role : "peer";
}
