/**
 * @module
 * Derives the agreement of an accepted proposal. Everything but its id and its salts follows from the record, so the
 * acceptor and the host, each for itself, come to the same one.
 */

import type { JsonObject } from "../core/negotiation.js";
import type { AgreementBody, RegulatedObligation } from "./agreement.js";
import { type AgreementDigests, openLeaves } from "./agreement-hash.js";
import { canonicalize } from "./canonical-json.js";
import { type EffectivePeriodRule, effectivePeriodOf } from "./effective-period.js";
import { hashText } from "./hash-text.js";
import { refuseMemberAt } from "./member-checks.js";
import type { Sha256 } from "./merkle-proof.js";
import type { SigningRefusal } from "./signing-refusal.js";

/** What an agreement follows from, and the two things that the acceptor chooses. */
export interface AgreementFacts {
  /** `agr_...`, chosen by the acceptor. */
  readonly agreementId: string;
  /** 32 random bytes in base64url, chosen by the acceptor. */
  readonly saltSecret: string;
  /** The DIDs of initiator and responder. */
  readonly parties: readonly [initiator: string, responder: string];
  /** The accepted proposal, whole and signed, as it stands in the record. */
  readonly proposal: {
    readonly negotiation_id: string;
    readonly proposal_id: string;
    readonly terms: JsonObject;
    readonly signature: string;
  };
  /** The acceptance's `accepted_at`: an instant as text. */
  readonly acceptedAt: string;
  /** The DID of the host. */
  readonly host: string;
  /** Of the manifest that was pinned at open. */
  readonly manifestHash: string;
  /** The pinned manifest's `binding_acceptance`. */
  readonly binding: boolean;
  /** The level that was fixed at open. */
  readonly confidentiality: string;
  /** Those that were fixed at open. */
  readonly regulatedObligations: readonly RegulatedObligation[];
}

/** What deriving needs from outside. */
export interface DeriveAgreementOptions {
  readonly sha256: Sha256;
  /**
   * The host's rule for terms that do not say when they hold; the parties need the same.
   *
   * @default from the acceptance on, without end
   */
  readonly effectivePeriod?: EffectivePeriodRule | undefined;
}

/** An agreement without its signatures: what is signed over is its commitment, with this hash. */
export interface DerivedAgreement extends AgreementDigests {
  readonly ok: true;
  readonly body: AgreementBody;
}

/**
 * The agreement of an accepted proposal, with its hash and what opens it.
 *
 * Refuses with `document_invalid` for a salt secret that is none, and with `terms_invalid` and `period_invalid` as
 * `effectivePeriodOf` does.
 *
 * @see spec oap, OAP-20 to OAP-23
 * @example
 * const derived = deriveAgreement(facts, { sha256 });
 * if (derived.ok) console.log(derived.hash === acceptance.agreement_hash);
 */
export function deriveAgreement(
  facts: AgreementFacts,
  { sha256, effectivePeriod }: DeriveAgreementOptions,
): DerivedAgreement | SigningRefusal {
  const { proposal, saltSecret } = facts;
  const answer = effectivePeriodOf(proposal.terms, facts.acceptedAt, effectivePeriod);
  if (!answer.ok) return answer;
  const body: AgreementBody = Object.freeze({
    agreement_id: facts.agreementId,
    negotiation_id: proposal.negotiation_id,
    parties: facts.parties,
    terms: proposal.terms,
    ...answer.period,
    metadata: Object.freeze({
      binding: facts.binding,
      proposal_id: proposal.proposal_id,
      proposal_hash: hashText(sha256, canonicalize(proposal)),
      host: facts.host,
      manifest_hash: facts.manifestHash,
      confidentiality: facts.confidentiality,
      regulated_obligations: facts.regulatedObligations,
    }),
  });
  // Its terms have sound leaves by now, and the rest has them in any case.
  const opened = openLeaves(body, saltSecret, sha256);
  if (opened === undefined) return refuseMemberAt(["salt_secret"], "32 bytes in base64url", saltSecret);
  return Object.freeze({ ok: true, body, ...opened });
}
