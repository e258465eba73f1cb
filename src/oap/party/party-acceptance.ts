/**
 * @module
 * What a party accepts with: the acceptance, and the signature of the agreement that it makes.
 */

import type {
  AcceptanceDocument,
  DeriveAgreementOptions,
  EffectivePeriod,
  ProposalDocument,
} from "../documents/index.js";
import { messageHash } from "../documents/index.js";
import { encodeBase64url, idAs, writeInstant } from "../encoding/index.js";
import type { Signer } from "../keys/index.js";
import { type AgreementGround, agreementOn, commitmentBytes } from "../record/index.js";
import { signDetached } from "../signing/index.js";
import { held } from "./party-memory.js";

/** What `host.accept` takes. */
export interface AcceptRequest {
  readonly acceptance: AcceptanceDocument;
  readonly agreement_signature: string;
  readonly salt_secret: string;
}

/** What an acceptance was signed for and does not say: the record of an agent of the process keeps it. */
export const PERIODS: WeakMap<AcceptanceDocument, EffectivePeriod> = new WeakMap();

/** Who accepts, and with what. */
interface Acceptor extends DeriveAgreementOptions {
  readonly signer: Signer;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly sign: (document: object, purpose: "accept") => Promise<AcceptanceDocument>;
  readonly at: number;
}

/**
 * Signs an acceptance: the same one each time it is called, with the same salts.
 *
 * @param named - what every message of the party says
 */
export function acceptanceOf(
  acceptor: Acceptor,
  ground: AgreementGround,
  proposal: ProposalDocument,
  named: { readonly acceptance_id: string; readonly negotiation_id: string },
): () => Promise<AcceptRequest> {
  const { signer, randomBytes, sign, at, sha256 } = acceptor;
  const { negotiation_id } = named;
  const salt_secret = encodeBase64url(randomBytes(32));
  const chosen = { agreement_id: idAs("agr", negotiation_id), accepted_at: writeInstant(at) };
  const { body, hash: agreement_hash } = held(agreementOn(ground, proposal, chosen, salt_secret, acceptor));
  const { effective_from, effective_until } = body;
  const { proposal_id, round } = proposal;
  const proposal_hash = messageHash(sha256, proposal);
  const document = { ...named, ...chosen, proposal_id, round, agreement_hash, proposal_hash };
  const parties = [ground.initiator, ground.responder] as const;
  const bytes = commitmentBytes({ ...chosen, negotiation_id, parties, agreement_hash });

  return async () => {
    const acceptance = await sign(document, "accept");
    const agreement_signature = await signDetached(bytes, "agreement", signer);
    PERIODS.set(acceptance, { effective_from, effective_until });
    return { acceptance, agreement_signature, salt_secret };
  };
}
