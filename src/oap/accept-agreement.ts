/**
 * @module
 * The agreement that an acceptance brings about, as a host and its parties find it in what they know of a negotiation.
 */

import type { RegulatedObligation } from "./agreement.js";
import { type Agreement, agreementCommitment } from "./agreement.js";
import {
  type DeriveAgreementOptions,
  type DerivedAgreement,
  deriveAgreement,
} from "./agreement-derivation.js";
import { canonicalize } from "./canonical-json.js";
import type { Acceptance, Proposal } from "./documents.js";
import type { Manifest } from "./manifest.js";
import { extraOf, type OapContext, type OapExtra, type OapRecord, standingLetter } from "./oap-record.js";
import { type SigningRefusal, signingRefusal } from "./signing-refusal.js";

/** What was fixed at open and stands in every agreement. */
export interface AgreementGround {
  /** The DID of the party that proposed first. */
  readonly initiator: string;
  readonly responder: string;
  /** The DID of the host. */
  readonly host: string;
  readonly manifest_hash: string;
  /** The pinned block, with every default in place. */
  readonly manifest: Manifest;
  readonly confidentiality: string;
  readonly regulated_obligations: readonly RegulatedObligation[];
}

/** What was fixed when a record was opened. */
export function groundOf(
  record: Pick<OapRecord, "initiator" | "responder">,
  { host, manifest_hash, manifest, confidentiality, regulated_obligations }: OapContext,
): AgreementGround {
  const { initiator, responder } = record;
  return {
    initiator: initiator.id,
    responder: responder.id,
    host,
    manifest_hash,
    manifest,
    confidentiality,
    regulated_obligations,
  };
}

/** The agreement of a proposal and its acceptance; refuses as `deriveAgreement` does. */
export function agreementOn(
  ground: AgreementGround,
  proposal: Proposal,
  { agreement_id, accepted_at }: Pick<Acceptance, "agreement_id" | "accepted_at">,
  saltSecret: string,
  options: DeriveAgreementOptions,
): DerivedAgreement | SigningRefusal {
  return deriveAgreement(
    {
      agreementId: agreement_id,
      saltSecret,
      parties: [ground.initiator, ground.responder],
      proposal,
      acceptedAt: accepted_at,
      host: ground.host,
      manifestHash: ground.manifest_hash,
      binding: ground.manifest.binding_acceptance,
      confidentiality: ground.confidentiality,
      regulatedObligations: ground.regulated_obligations,
    },
    options,
  );
}

/** Why an acceptance does not fit the agreement that follows from the record: `agreement_mismatch`, or as above. */
export function barOfAgreement(
  record: OapRecord,
  pinned: OapContext,
  { document, salt_secret = "" }: OapExtra,
  options: DeriveAgreementOptions,
): SigningRefusal | undefined {
  const acceptance = document as Acceptance;
  const proposal = standingLetter(record) as Proposal;
  const derived = agreementOn(groundOf(record, pinned), proposal, acceptance, salt_secret, options);
  if (!derived.ok) return derived;
  if (derived.hash === acceptance.agreement_hash) return undefined;
  return signingRefusal("agreement_mismatch", "Expected the hash of the agreement, got another.", [
    "agreement_hash",
  ]);
}

/** The agreement of an accepted record, with the acceptor's signature, and what opens its hash. */
export interface Accepted extends DerivedAgreement {
  readonly agreement: Agreement;
  readonly salt_secret: string;
}

/** The agreement of a record; `undefined` unless it was accepted. */
export function acceptedOf(
  record: OapRecord,
  pinned: OapContext,
  options: DeriveAgreementOptions,
): Accepted | undefined {
  const turn = record.turns.at(-1);
  const proposal = standingLetter(record);
  if (record.outcome?.status !== "accepted" || turn === undefined || proposal === undefined) return undefined;
  const { document, agreement_signature = "", salt_secret = "" } = extraOf(turn);
  const acceptance = document as Acceptance;
  const derived = agreementOn(groundOf(record, pinned), proposal, acceptance, salt_secret, options);
  // A host whose rule for the period has changed since does not make another agreement of it.
  if (!derived.ok || derived.hash !== acceptance.agreement_hash) return undefined;
  const signatures = Object.freeze({ [document.from]: agreement_signature });
  const agreement = Object.freeze({ ...derived.body, agreement_hash: derived.hash, signatures });
  return { ...derived, agreement, salt_secret };
}

/** The bytes that the parties of an agreement sign. */
export function commitmentBytes(agreement: Parameters<typeof agreementCommitment>[0]): Uint8Array {
  return canonicalize(agreementCommitment(agreement));
}
