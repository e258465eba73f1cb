/**
 * @module
 * The signed documents of a negotiation, spelled as on the wire, and whether a value is one: its members, their forms and
 * sizes. What a document means for its negotiation, and whether its signature holds, is asked elsewhere.
 */

import type { Json, JsonObject } from "../../core/json/index.js";
import { type SigningRefusal, signingRefusal } from "../canonical/index.js";
import { freeText, type Justification, justificationCheck } from "./justification.js";
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

/** What each document of a running negotiation says, whatever it is for. */
interface SignedMessage {
  /** `neg_...`. */
  readonly negotiation_id: string;
  /** The DID of its signer. */
  readonly from: string;
  /** The DID of the other party. */
  readonly to: string;
  /** A JSON object of no force, kept and covered by the signature. */
  readonly extensions?: JsonObject;
  /** A detached JWS over all other members. */
  readonly signature: string;
}

/** A message that names the Tool that runs the negotiation, and the hash of the manifest that was pinned at open. */
interface HostedMessage extends SignedMessage {
  /** The Tool's DID. */
  readonly host: string;
  /** `sha256-...`. */
  readonly manifest_hash: string;
}

/**
 * Terms that one party offers the other.
 *
 * @see docs/requirements/oap.md, section 3; OAP RFC 0002, 3.4
 */
export interface ProposalDocument extends SignedMessage {
  /** `prp_...`, new in its negotiation. */
  readonly proposal_id: string;
  /** The standing proposal that it answers; `null` in round 1. */
  readonly previous_proposal_id: string | null;
  /** From 1 without gaps. */
  readonly round: number;
  /** One of the pinned manifest's, the same in all rounds. */
  readonly category: string;
  /** The user's own; numbers are integers, money and rates decimal strings. */
  readonly terms: JsonObject;
  /** The instant from which it can no longer be accepted. */
  readonly valid_until: string;
  readonly justification?: Justification;
  readonly host?: string;
  readonly manifest_hash?: string;
}

/** Asks a Tool to begin a negotiation; signed by one of its two parties. */
export interface OpenDocument {
  /** `opn_...`. */
  readonly open_id: string;
  /** The DID of the party that proposes first. */
  readonly initiator: string;
  readonly responder: string;
  readonly category: string;
  /** The Tool's DID. */
  readonly host: string;
  /** The hash of the Tool's manifest as the signer read it. */
  readonly manifest_hash: string;
  /** An instant. */
  readonly opened_at: string;
  /** A level that the signer asks for; it can only raise what the two profiles give. */
  readonly confidentiality?: string;
  readonly extensions?: JsonObject;
  readonly signature: string;
}

/**
 * Accepts the standing proposal, whole and without conditions.
 *
 * @see docs/requirements/oap.md, OAP-15 and OAP-16
 */
export interface AcceptanceDocument extends HostedMessage {
  /** `acc_...`. */
  readonly acceptance_id: string;
  readonly proposal_id: string;
  /** The hash of the whole proposal, its signature included. */
  readonly proposal_hash: string;
  readonly round: number;
  /** An instant. */
  readonly accepted_at: string;
  /** `agr_...`, the id of the agreement that it brings about. */
  readonly agreement_id: string;
  /** What the acceptor derived; the host derives it again. */
  readonly agreement_hash: string;
}

/** Ends the negotiation in answer to the standing proposal. */
export interface RejectionDocument extends HostedMessage {
  /** `rej_...`. */
  readonly rejection_id: string;
  readonly proposal_id: string;
  readonly round: number;
  /** Free text of the other side, at most 4,000 UTF-16 units; never more than data. */
  readonly reason?: string;
  /** An instant. */
  readonly rejected_at: string;
}

/** Walks away, whatever stands; the proposal that it names is evidence and no condition. */
export interface WithdrawalDocument extends HostedMessage {
  /** `wdr_...`. */
  readonly withdrawal_id: string;
  /** `null` when none stood. */
  readonly proposal_id: string | null;
  /** 0 when none stood. */
  readonly round: number;
  /** Free text of the other side, at most 4,000 UTF-16 units; never more than data. */
  readonly reason?: string;
  /** An instant. */
  readonly withdrawn_at: string;
}

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
