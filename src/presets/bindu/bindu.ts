/**
 * @module
 * The `bindu` preset's projections: negotiations as Bindu's proposals and contexts. The rules are in
 * `bindu-rules.ts`, proposals as moves in `bindu-move.ts`, the shapes in `bindu-wire.ts`.
 */

import { isJsonObject } from "../../core/json/index.js";
import type { Negotiation, NegotiationView, TurnView } from "../../core/record/index.js";
import { otherParty } from "../../core/record/index.js";
import type { BinduContext, BinduProposal, BinduProposalStatus, BinduSessionStatus } from "./bindu-wire.js";

/**
 * The proposal that a turn made, with how it stands now; `undefined` for a turn that made none.
 *
 * @throws {TypeError} when the terms are no JSON object, which Bindu's wire cannot carry
 * @see docs/requirements/bindu.md, section 3 and BD-7
 */
export function toBinduProposal(
  negotiation: Negotiation | NegotiationView,
  turn: TurnView,
): BinduProposal | undefined {
  if (turn.round === null || turn.proposalId === null) return undefined;
  if (!isJsonObject(turn.terms)) throw new TypeError("Expected terms to be a JSON object for Bindu's wire.");
  const extra = isJsonObject(turn.extra) && Object.keys(turn.extra).length > 0 ? turn.extra : undefined;
  return {
    proposalId: turn.proposalId,
    fromAgent: turn.partyId,
    toAgent: otherParty(negotiation, turn.partyId).id,
    terms: turn.terms,
    timestamp: new Date(turn.at).toISOString(),
    status: proposalStatus(negotiation, turn.proposalId),
    ...(extra !== undefined && { extra }),
  };
}

/**
 * A lone negotiation as a session: a group of one, whose coordinator is the initiator.
 *
 * An acceptance that a group holds is `ongoing` here, since only the group knows whether it binds.
 *
 * @param contextId - 1 to 256 characters; the negotiation's own id when left out
 * @see docs/requirements/bindu.md, section 3 and BD-9
 */
export function toBinduContext(
  negotiation: Negotiation | NegotiationView,
  contextId: string = negotiation.id,
): BinduContext {
  const proposals = negotiation.turns
    .map((turn) => toBinduProposal(negotiation, turn))
    .filter((proposal) => proposal !== undefined);
  return {
    contextId,
    status: sessionStatus(negotiation),
    participants: [negotiation.initiator.id, negotiation.responder.id],
    proposals,
  };
}

/** What two agents of a context offered each other. */
export interface BinduTrack {
  /** The one that offered first comes first. */
  readonly parties: readonly [string, string];
  /** By timestamp. */
  readonly proposals: readonly BinduProposal[];
}

/**
 * A context as a transcript for each pair of agents, to be read only.
 *
 * It starts no negotiation: the wire has no deadlines, turns or rules.
 *
 * @see docs/requirements/bindu.md, BD-10
 */
export function fromBinduContext(context: BinduContext): readonly BinduTrack[] {
  const tracks = new Map<string, { parties: readonly [string, string]; proposals: BinduProposal[] }>();
  for (const proposal of context.proposals.toSorted(byTimestamp)) {
    const { fromAgent, toAgent } = proposal;
    const pair = JSON.stringify([fromAgent, toAgent].sort());
    const track = tracks.get(pair) ?? { parties: [fromAgent, toAgent], proposals: [] };
    tracks.set(pair, track);
    track.proposals.push(proposal);
  }
  return [...tracks.values()];
}

/** Earliest first; sorting keeps what is equal as it came. */
export function byTimestamp(one: BinduProposal, other: BinduProposal): number {
  return one.timestamp === other.timestamp ? 0 : one.timestamp < other.timestamp ? -1 : 1;
}

function proposalStatus(
  { standing, outcome, turns }: Negotiation | NegotiationView,
  proposalId: string,
): BinduProposalStatus {
  if (standing?.id !== proposalId) {
    // A rejection that went on took it off the table.
    const isRejected = turns.some((turn) => turn.action === "reject" && turn.proposalId === proposalId);
    return isRejected ? "rejected" : "countered";
  }
  if (outcome === null) return "proposed";
  return outcome.status === "accepted" ? "accepted" : "rejected";
}

function sessionStatus({ turns, outcome }: Negotiation | NegotiationView): BinduSessionStatus {
  if (outcome === null) return turns.length === 0 ? "initiated" : "ongoing";
  if (outcome.status !== "accepted") return "rejected";
  return outcome.heldBy === null ? "completed" : "ongoing";
}
