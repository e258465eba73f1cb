/**
 * @module
 * I8: what is accepted is the proposal that stood at that version, made by the other party, within its
 * validity, and the one that the mover named if it named one.
 */

import type { Proposal, Turn } from "../../core/record/index.js";
import type { Fault, Invariant, ObservedWrite, Truth } from "../observation/index.js";
import { foundIn, memberOf, stateIn, unlike } from "../observation/index.js";
import { isProposal, ownRulesIn } from "./transitions/index.js";

/**
 * What a world may know besides. Entries do not keep `replyTo`: it is checked and gone.
 */
export interface TruthOfReplies extends Truth {
  /** The proposal that the client named in `replyTo` with this command; `undefined` when it named none. */
  readonly replyToOf?: ((commandId: string, partyId: string) => string | undefined) | undefined;
}

/** I8, at every write. */
export const acceptanceInvariant: Invariant = {
  id: "I8",
  watch: (truth, world) => {
    const standing = new Map<string, Proposal>();
    const rules = ownRulesIn(world);
    return {
      onWrite: (observed) => {
        const write = rules.in(observed);
        const { after } = write;
        const fault = faultOfAcceptance(write, standing.get(after.id) ?? null, truth);
        const proposal = proposalIn(write);
        if (proposal !== undefined) standing.set(after.id, proposal);
        return foundIn(write, fault);
      },
    };
  },
};

/** What the entry puts on the table, told from the turn alone. */
function proposalIn({ after, entry }: ObservedWrite): Proposal | undefined {
  const turn = entry.turn as Turn | null;
  if (turn === null || !isProposal(turn.action) || turn.proposalId === null) return undefined;
  const { rules, standing } = stateIn(after);
  const asked = memberOf(entry.details, "validUntilAt") as number | null;
  const usual = rules.validityMs === null ? null : turn.at + rules.validityMs;
  return {
    id: turn.proposalId,
    round: turn.round ?? 0,
    turn: turn.number,
    partyId: turn.partyId,
    seat: turn.seat,
    terms: turn.terms,
    // The first entry keeps the mover's wish in the record only.
    validUntilAt: entry.version === 0 ? (standing?.validUntilAt ?? null) : (asked ?? usual),
    at: turn.at,
  };
}

function faultOfAcceptance(write: ObservedWrite, standing: Proposal | null, truth: TruthOfReplies): Fault {
  const { before, after, entry } = write;
  const turn = entry.turn as Turn | null;
  const { outcome } = stateIn(after);
  if (turn?.action !== "accept") {
    if (after.status === "accepted") return `expected an acceptance to be a turn, got ${entry.kind}`;
    return unlike("the proposal of an outcome without agreement", null, outcome?.proposal ?? null);
  }
  if (before === null || standing === null)
    return "expected a proposal to accept, got an acceptance of nothing";
  if (standing.partyId === turn.partyId) return `expected ${turn.partyId} not to accept its own proposal`;
  const { validUntilAt } = standing;
  if (validUntilAt !== null && entry.at >= validUntilAt) {
    return `expected an acceptance before ${validUntilAt}, got it at ${entry.at}`;
  }
  return (
    unlike("what stood", standing, stateIn(before).standing) ??
    unlike("the accepted proposal", standing, outcome?.proposal ?? null) ??
    unlike("the proposal of the accepting turn", standing.id, turn.proposalId) ??
    unlike(
      "the proposal that was named",
      truth.replyToOf?.(turn.commandId, turn.partyId) ?? standing.id,
      standing.id,
    )
  );
}
