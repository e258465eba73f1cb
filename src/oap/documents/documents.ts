/**
 * @module
 * The signed documents of a negotiation: their types alone. `read-document.ts` tells whether a value is one. They
 * are the wire's, so their members are spelled as on the wire.
 */

import type { JsonObject } from "../../core/json/index.js";
import type { Justification } from "./justification.js";

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
