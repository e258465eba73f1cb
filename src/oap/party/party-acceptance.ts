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
import { resolveDidKey, type Signer, type VerifierOptions } from "../keys/index.js";
import { type AgreementGround, agreementOn, commitmentBytes } from "../record/index.js";
import { signDetached, verifyDetached, verifyDocument } from "../signing/index.js";
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
interface Acceptor extends DeriveAgreementOptions, VerifierOptions {
  readonly did: string;
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
  const { did, signer, randomBytes, sign, at, sha256, verifier } = acceptor;
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
    // One that nobody takes would be given again for a while. Of a `did:key` alone: a resolver may know the key of before.
    const key = resolveDidKey(signer.kid);
    if (key.ok) {
      const { publicKey } = key;
      const expected = { signer: did, verifier };
      held(await verifyDocument(acceptance, { ...expected, purpose: "accept" }));
      held(
        await verifyDetached(agreement_signature, bytes, { ...expected, purpose: "agreement", publicKey }),
      );
    }
    PERIODS.set(acceptance, { effective_from, effective_until });
    return { acceptance, agreement_signature, salt_secret };
  };
}
