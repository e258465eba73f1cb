/**
 * @module
 * Derives the agreement of an accepted proposal. Everything but its id and its salts follows from the record, so the
 * acceptor and the host, each for itself, come to the same one.
 */

import type { JsonObject } from "../../core/json/index.js";
import type { AgreementBody, AgreementDigests, RegulatedObligation } from "../agreement/index.js";
import type { SigningRefusal } from "../canonical/index.js";
import type { EffectivePeriodRule } from "../documents/index.js";
import type { Sha256 } from "../merkle/index.js";
import { agreementOn } from "./accept-agreement.js";

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
 * @see docs/requirements/oap.md, OAP-20 to OAP-23
 * @example
 * const derived = deriveAgreement(facts, { sha256 });
 * if (derived.ok) console.log(derived.hash === acceptance.agreement_hash);
 */
export function deriveAgreement(
  facts: AgreementFacts,
  options: DeriveAgreementOptions,
): DerivedAgreement | SigningRefusal {
  const [initiator, responder] = facts.parties;
  const ground = {
    initiator,
    responder,
    host: facts.host,
    manifest_hash: facts.manifestHash,
    manifest: { binding_acceptance: facts.binding },
    confidentiality: facts.confidentiality,
    regulated_obligations: facts.regulatedObligations,
  };
  const chosen = { agreement_id: facts.agreementId, accepted_at: facts.acceptedAt };
  return agreementOn(ground, facts.proposal, chosen, facts.saltSecret, options);
}
