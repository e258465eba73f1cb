/**
 * @module
 * The agreement: what both parties sign once a proposal is accepted, and what it leaves to say. How it is hashed is in
 * `agreement-hash.ts`, what becomes public in `public-agreement.ts`.
 */

import type { JsonObject } from "../../core/json/index.js";

/**
 * What a regulated profession owes, so that no verifier can miss it.
 *
 * @see docs/requirements/oap.md, OAP-33
 */
export interface RegulatedObligation {
  /** The DID of the regulated party. */
  readonly party: string;
  readonly profession: "medical" | "legal" | "financial";
  /** Without repeats, sorted by code unit. */
  readonly obligations: readonly string[];
}

/** What goes with the terms, hashed like them; none of it can be redacted. */
export interface AgreementMetadata {
  /** `false`: it only records what was agreed. */
  readonly binding: boolean;
  readonly proposal_id: string;
  /** Of the whole signed proposal, its signature included. */
  readonly proposal_hash: string;
  /** The DID of the host. */
  readonly host: string;
  readonly manifest_hash: string;
  readonly confidentiality: string;
  readonly regulated_obligations: readonly RegulatedObligation[];
}

/** An agreement as it is hashed: without the hash and the signatures. */
export interface AgreementBody {
  readonly agreement_id: string;
  readonly negotiation_id: string;
  /** The DIDs of initiator and responder. */
  readonly parties: readonly [initiator: string, responder: string];
  /** Those of the accepted proposal. */
  readonly terms: JsonObject;
  /** An instant as text. */
  readonly effective_from: string;
  /** An instant as text; `null` is without end. */
  readonly effective_until: string | null;
  readonly metadata: AgreementMetadata;
}

/**
 * What was agreed, with all its terms: for the parties and the host.
 *
 * @see docs/requirements/oap.md, section 4
 */
export interface Agreement extends AgreementBody {
  /** `sha256-` and padded base64; salted, so that it can be shown without the terms being guessed. */
  readonly agreement_hash: string;
  /** By DID: a detached signature over the commitment. */
  readonly signatures: Readonly<Record<string, string>>;
}

/** What the parties sign: never the terms themselves, over which a published signature would confirm guesses. */
export type AgreementCommitment = Pick<
  Agreement,
  "agreement_id" | "negotiation_id" | "parties" | "agreement_hash"
>;

/**
 * The members of an agreement that its signatures cover, the terms by their hash; of a public one just as well.
 *
 * @see docs/requirements/signing.md, SG-27
 * @example
 * const signature = await signDetached(canonicalize(agreementCommitment(agreement)), "agreement", signer);
 */
export function agreementCommitment(agreement: AgreementCommitment): AgreementCommitment {
  const { agreement_id, negotiation_id, parties, agreement_hash } = agreement;
  return Object.freeze({ agreement_id, negotiation_id, parties, agreement_hash });
}
