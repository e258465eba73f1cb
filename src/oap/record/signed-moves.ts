/**
 * @module
 * The four documents that move a negotiation, by their sort: how each is read, and what it comes to as a move of the
 * engine.
 */

import type { Move } from "../../core/moves/index.js";
import type {
  AcceptanceDocument,
  DocumentResult,
  ProposalDocument,
  RejectionDocument,
  WithdrawalDocument,
} from "../documents/index.js";
import { readAcceptance, readProposal, readRejection, readWithdrawal } from "../documents/index.js";
import { readInstant } from "../encoding/index.js";
import type { SignaturePurpose } from "../signing/index.js";
import type { OapExtra, OapSealed } from "./oap-record.js";

/** The sorts, each by the purpose of its signature. */
export type SignedMessageKind = Extract<SignaturePurpose, "proposal" | "accept" | "reject" | "withdraw">;

/** A document that moves a negotiation. */
export type SignedMessage = ProposalDocument | AcceptanceDocument | RejectionDocument | WithdrawalDocument;

/** Reads a document of a sort; refuses with `document_invalid`. */
export function readMessage(kind: SignedMessageKind, value: unknown): DocumentResult<SignedMessage> {
  return READERS[kind](value);
}

/**
 * The move that a document is: the engine is told what it needs, and carries the document in `extra`.
 *
 * `replyTo` names the proposal that the document answers, so that the engine looks again when it commits.
 *
 * @param sealed - of an acceptance alone
 */
export function moveOfMessage(kind: SignedMessageKind, extra: OapExtra, sealed?: OapSealed): Move {
  if (kind === "proposal") {
    const message = extra.document as ProposalDocument;
    const { terms, justification, proposal_id, previous_proposal_id } = message;
    return {
      action: previous_proposal_id === null ? "propose" : "counter",
      terms,
      justification,
      proposalId: proposal_id,
      replyTo: previous_proposal_id,
      validUntilAt: readInstant(message.valid_until),
      extra,
    };
  }
  const { proposal_id, reason } = extra.document as RejectionDocument;
  const replyTo = kind === "withdraw" ? undefined : proposal_id;
  return { action: kind, reason, replyTo, extra, sealed: kind === "accept" ? sealed : undefined };
}

const READERS: Readonly<Record<SignedMessageKind, (value: unknown) => DocumentResult<SignedMessage>>> = {
  proposal: readProposal,
  accept: readAcceptance,
  reject: readRejection,
  withdraw: readWithdrawal,
};
