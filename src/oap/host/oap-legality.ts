/**
 * @module
 * What bars a verified document from a negotiation as it stands: pure, and in the order in which a host answers. What
 * an acceptance says of the agreement is checked in `agreement-derivation.ts`, what the engine alone knows at the commit.
 */

import { otherParty } from "../../core/record/index.js";
import type {
  AcceptanceDocument,
  ProposalDocument,
  SignedMessage,
  SignedMessageKind,
} from "../documents/index.js";
import { clockSkew, messageHash, termsRefusal, unpinned } from "../documents/index.js";
import { readInstant } from "../encoding/index.js";
import type { Sha256 } from "../merkle/index.js";
import type { OapContext, OapRecord, OapRefusal } from "../record/index.js";
import { oapRefusal, standingMessage } from "../record/index.js";

/**
 * Why a document cannot be the next turn, or `undefined`. Deadlines that are due are applied before it is asked.
 *
 * @param now - epoch ms of the host's clock
 * @see docs/requirements/oap.md, OAP-2, OAP-8 to OAP-12, OAP-15 and OAP-18
 */
export function refusalCodeOfMessage(
  kind: SignedMessageKind,
  message: SignedMessage,
  record: OapRecord,
  pinned: OapContext,
  now: number,
  sha256: Sha256,
): OapRefusal | undefined {
  const { standing } = record;
  const stray = unpinned(message, pinned);
  if (stray !== undefined) return stray;
  if (message.to !== otherParty(record, message.from).id) {
    return oapRefusal("document_invalid", "the other party", ["to"]);
  }
  if (record.outcome !== null) return oapRefusal("negotiation_over", "a live negotiation");
  if (kind !== "withdraw") {
    if (record.floor !== message.from) return oapRefusal("not_your_turn", "the party whose turn it is");
    if (kind !== "proposal" && standing === null) {
      return oapRefusal("must_propose", "the first proposal");
    }
    if (!namesStanding(kind, message, record, sha256)) {
      return oapRefusal("stale_proposal", "the standing proposal");
    }
  }
  if (kind === "proposal") return barOfProposal(message as ProposalDocument, record, pinned, now);
  const member = `${kind}${kind === "withdraw" ? "n" : "ed"}_at`;
  return clockSkew(member, (message as unknown as Record<string, string>)[member] ?? "", now);
}

function namesStanding(
  kind: SignedMessageKind,
  message: SignedMessage,
  record: OapRecord,
  sha256: Sha256,
): boolean {
  const { standing } = record;
  if (kind === "proposal")
    return (message as ProposalDocument).previous_proposal_id === (standing?.id ?? null);
  const { proposal_id, proposal_hash, round } = message as AcceptanceDocument;
  if (proposal_id !== standing?.id || round !== standing.round) return false;
  return (
    kind !== "accept" || proposal_hash === messageHash(sha256, standingMessage(record) as ProposalDocument)
  );
}

function barOfProposal(
  { round, category, valid_until, terms }: ProposalDocument,
  { standing, rules }: OapRecord,
  pinned: OapContext,
  now: number,
): OapRefusal | undefined {
  if (round !== (standing?.round ?? 0) + 1) return oapRefusal("round_mismatch", "the next round", ["round"]);
  const { max_rounds } = pinned.manifest;
  if (round > max_rounds) {
    return oapRefusal("cap_reached", `at most ${max_rounds} rounds`, ["round"]);
  }
  if (category !== pinned.category) {
    return oapRefusal("category_not_supported", "the category of the negotiation", ["category"]);
  }
  const left = (readInstant(valid_until) ?? 0) - now;
  if (left <= 0) return oapRefusal("validity_passed", "an instant to come", ["valid_until"]);
  const most = rules.turnMs ?? 0;
  if (left > most) return oapRefusal("validity_too_long", `at most ${most} ms`, ["valid_until"]);
  return termsRefusal(terms);
}
