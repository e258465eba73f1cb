/**
 * @module
 * The agreement that an acceptance brings about, as a host and its parties find it in what they know of a negotiation.
 */

import {
  type Agreement,
  type AgreementBody,
  agreementCommitment,
  type RegulatedObligation,
} from "./agreement.js";
import type { AgreementFacts, DeriveAgreementOptions, DerivedAgreement } from "./agreement-derivation.js";
import { openLeaves } from "./agreement-hash.js";
import { canonicalize } from "./canonical-json.js";
import type { Acceptance, Proposal } from "./documents.js";
import { effectivePeriodOf } from "./effective-period.js";
import { hashText } from "./hash-text.js";
import type { Manifest } from "./manifest.js";
import { refuseMemberAt } from "./member-checks.js";
import { extraOf, type OapContext, type OapExtra, type OapRecord, standingLetter } from "./oap-record.js";
import { refusalOfOther, type SigningRefusal } from "./signing-refusal.js";

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
  ground: Omit<AgreementGround, "manifest"> & { readonly manifest: Pick<Manifest, "binding_acceptance"> },
  proposal: AgreementFacts["proposal"],
  { agreement_id, accepted_at }: Pick<Acceptance, "agreement_id" | "accepted_at">,
  saltSecret: string,
  { sha256, effectivePeriod }: DeriveAgreementOptions,
): DerivedAgreement | SigningRefusal {
  const { negotiation_id, proposal_id, terms } = proposal;
  const answer = effectivePeriodOf(terms, accepted_at, effectivePeriod);
  if (!answer.ok) return answer;
  const { initiator, responder, host, manifest_hash, manifest, confidentiality, regulated_obligations } =
    ground;
  const body = Object.freeze<AgreementBody>({
    agreement_id,
    negotiation_id,
    parties: [initiator, responder],
    terms,
    ...answer.period,
    metadata: Object.freeze({
      binding: manifest.binding_acceptance,
      proposal_id,
      proposal_hash: hashText(sha256, canonicalize(proposal)),
      host,
      manifest_hash,
      confidentiality,
      regulated_obligations,
    }),
  });
  // Its terms have sound leaves by now, and the rest has them in any case.
  const opened = openLeaves(body, saltSecret, sha256);
  if (opened === undefined) return refuseMemberAt(["salt_secret"], "32 bytes in base64url", saltSecret);
  return Object.freeze({ ok: true, body, ...opened });
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
  return refusalOfOther("agreement_mismatch", "the hash of the agreement", ["agreement_hash"]);
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
