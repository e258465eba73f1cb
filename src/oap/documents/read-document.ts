/**
 * @module
 * Tells whether a value is a document of a negotiation: its members, their forms and sizes. What a document means
 * for the negotiation that it names, and whether its signature holds, is asked elsewhere.
 */

import type { Json } from "../../core/json/index.js";
import { type SigningRefusal, signingRefusal } from "../canonical/index.js";
import type {
  AcceptanceDocument,
  OpenDocument,
  ProposalDocument,
  RejectionDocument,
  WithdrawalDocument,
} from "./documents.js";
import { freeText, justificationCheck } from "./justification.js";
import {
  anyDid,
  anyHash,
  anyInstant,
  anyObject,
  anyText,
  checkedCopy,
  idOf,
  integerFrom,
  type MemberCheck,
  membersOf,
  optional,
  orNull,
  refuseMemberAt,
} from "./member-checks.js";

/** A deep-frozen document with all that its signer wrote and nothing else, or a refusal. */
export type DocumentResult<Document> = { readonly ok: true; readonly document: Document } | SigningRefusal;

/**
 * Reads a signed proposal.
 *
 * Refuses with `document_invalid` what is no strict JSON object of at most 65,536 canonical bytes and depth 32, an
 * absent, unknown or malformed member, and a `from` that is also `to`. It adds, drops and changes nothing, so what is
 * signed is what is read.
 *
 * @see docs/requirements/oap.md, section 3
 * @example
 * const answer = readProposal(JSON.parse("{}"));
 * if (!answer.ok) console.log(answer.code, answer.path); // document_invalid [ "proposal_id" ]
 */
export function readProposal(value: unknown): DocumentResult<ProposalDocument> {
  return read<ProposalDocument>(value, PROPOSAL, betweenTwo);
}

/** Reads a signed open document; as `readProposal`, and with `party_invalid` when both parties are one. */
export function readOpen(value: unknown): DocumentResult<OpenDocument> {
  return read<OpenDocument>(value, OPEN, ({ initiator, responder }) =>
    initiator === responder
      ? signingRefusal("party_invalid", "Expected two parties, got one twice.", ["responder"])
      : undefined,
  );
}

/**
 * Reads a signed acceptance; as `readProposal`. It has neither terms nor conditions: whoever has one makes a counter.
 *
 * @see docs/requirements/oap.md, OAP-16
 */
export function readAcceptance(value: unknown): DocumentResult<AcceptanceDocument> {
  return read<AcceptanceDocument>(value, ACCEPTANCE, betweenTwo);
}

/** Reads a signed rejection; as `readProposal`. */
export function readRejection(value: unknown): DocumentResult<RejectionDocument> {
  return read<RejectionDocument>(value, REJECTION, betweenTwo);
}

/** Reads a signed withdrawal; as `readProposal`. Its round is 0 if, and only if, it names no proposal. */
export function readWithdrawal(value: unknown): DocumentResult<WithdrawalDocument> {
  return read<WithdrawalDocument>(value, WITHDRAWAL, (document) =>
    (document.proposal_id === null) === (document.round === 0)
      ? betweenTwo(document)
      : refuseMemberAt(["round"], "0 only without a proposal", document.round),
  );
}

function read<Document>(
  value: unknown,
  check: MemberCheck,
  faultOf: (document: Document) => SigningRefusal | undefined,
): DocumentResult<Document> {
  const copy = checkedCopy<Document & Json>(value, check);
  if (!copy.ok) return copy;
  const document = copy.value;
  return faultOf(document) ?? Object.freeze({ ok: true, document });
}

function betweenTwo({
  from,
  to,
}: {
  readonly from: string;
  readonly to: string;
}): SigningRefusal | undefined {
  return from === to ? refuseMemberAt(["to"], "a party other than from", to) : undefined;
}

const round = integerFrom(1);

const MESSAGE = {
  negotiation_id: idOf("neg"),
  from: anyDid,
  to: anyDid,
};

const END = { extensions: optional(anyObject), signature: anyText };

const HOST = { host: anyDid, manifest_hash: anyHash };

const PROPOSAL = membersOf({
  proposal_id: idOf("prp"),
  ...MESSAGE,
  previous_proposal_id: orNull(idOf("prp")),
  round,
  category: anyText,
  terms: anyObject,
  valid_until: anyInstant,
  justification: optional(justificationCheck),
  host: optional(anyDid),
  manifest_hash: optional(anyHash),
  ...END,
});

const OPEN = membersOf({
  open_id: idOf("opn"),
  initiator: anyDid,
  responder: anyDid,
  category: anyText,
  ...HOST,
  opened_at: anyInstant,
  confidentiality: optional(anyText),
  ...END,
});

const ACCEPTANCE = membersOf({
  acceptance_id: idOf("acc"),
  ...MESSAGE,
  ...HOST,
  proposal_id: idOf("prp"),
  proposal_hash: anyHash,
  round,
  accepted_at: anyInstant,
  agreement_id: idOf("agr"),
  agreement_hash: anyHash,
  ...END,
});

const REJECTION = membersOf({
  rejection_id: idOf("rej"),
  ...MESSAGE,
  ...HOST,
  proposal_id: idOf("prp"),
  round,
  reason: optional(freeText),
  rejected_at: anyInstant,
  ...END,
});

const WITHDRAWAL = membersOf({
  withdrawal_id: idOf("wdr"),
  ...MESSAGE,
  ...HOST,
  proposal_id: orNull(idOf("prp")),
  round: integerFrom(0),
  reason: optional(freeText),
  withdrawn_at: anyInstant,
  ...END,
});
