/**
 * @module
 * What a party accepts with: the acceptance, and the signature of the agreement that it makes.
 */

import { agreementCommitment } from "../agreement/index.js";
import type {
  AcceptanceDocument,
  DeriveAgreementOptions,
  EffectivePeriod,
  ProposalDocument,
} from "../documents/index.js";
import { messageHash } from "../documents/index.js";
import { idAs, writeInstant } from "../encoding/index.js";
import type { KeyResolver, Signer } from "../keys/index.js";
import { type AgreementGround, agreementOn, commitmentBytes } from "../record/index.js";
import type { Asking } from "../runtime/index.js";
import { type StoredKeyOptions, signDetached, verifyStored } from "../signing/index.js";
import { held, type Signing } from "./party-memory.js";

/** What `host.accept` takes. */
export interface AcceptRequest {
  readonly acceptance: AcceptanceDocument;
  readonly agreement_signature: string;
  readonly salt_secret: string;
}

/** What an acceptance was signed for and does not say: the record of an agent of the process keeps it. */
export const PERIODS: WeakMap<AcceptanceDocument, EffectivePeriod> = new WeakMap();

/** Who accepts, and with what. */
interface Acceptor extends DeriveAgreementOptions, StoredKeyOptions {
  readonly did: string;
  /** The signer, for as long as an act is wanted. */
  readonly signerUntil: (signal?: AbortSignal) => Signer;
  readonly salt_secret: string;
  readonly at: number;
  readonly sign: (document: object, purpose: "accept", signal?: AbortSignal) => Promise<AcceptanceDocument>;
  readonly resolveKey: KeyResolver["resolveKey"] | undefined;
  readonly ask: Asking;
}

/**
 * Drafts an acceptance once, and gives what signs it: the same each time, with the same salts; and with the same signatures
 * where these are known to hold, since some signers give others each time.
 *
 * @param named - what every message of the party says
 */
export function acceptanceOf(
  acceptor: Acceptor,
  ground: AgreementGround,
  proposal: ProposalDocument,
  named: { readonly acceptance_id: string; readonly negotiation_id: string },
): Signing<AcceptRequest> {
  const { did, signerUntil, salt_secret, at, sign, ask, sha256 } = acceptor;
  const { resolveKey, keys, verifier } = acceptor;
  const { negotiation_id } = named;
  const chosen = { agreement_id: idAs("agr", negotiation_id), accepted_at: writeInstant(at) };
  const { body, hash: agreement_hash } = held(agreementOn(ground, proposal, chosen, salt_secret, acceptor));
  const { effective_from, effective_until } = body;
  const { proposal_id, round } = proposal;
  const proposal_hash = messageHash(sha256, proposal);
  const { acceptance_id, ...head } = named;
  const said = { acceptance_id, proposal_id, round, agreement_hash, ...chosen };
  const document = { ...said, ...head, proposal_hash };
  const parties = [ground.initiator, ground.responder] as const;
  const commitment = agreementCommitment({ ...chosen, negotiation_id, parties, agreement_hash });
  let last: AcceptRequest | undefined;

  /** In the midst of a change of keys a signature may come out wrong, and nobody would ever take it. */
  async function isSound({ acceptance, agreement_signature }: AcceptRequest): Promise<boolean> {
    try {
      const expected = { signer: did, verifier, resolveKey, keys };
      const signed = { ...commitment, signature: agreement_signature };
      const answers = [
        await verifyStored(acceptance, { ...expected, purpose: "accept" }),
        await verifyStored(signed, { ...expected, purpose: "agreement" }),
      ];
      // After a rotation the former key may still be believed in, and hosts may know it no more.
      const { kid } = signerUntil();
      return answers.every((answer) => answer.ok && answer.kid === kid);
    } catch {
      return false;
    }
  }

  async function kept(signal?: AbortSignal): Promise<AcceptRequest | undefined> {
    const request = last;
    return request && (await ask(() => isSound(request), signal)) ? request : undefined;
  }

  return async (signal) => {
    const before = await kept(signal);
    if (before !== undefined) return before;
    const acceptance = await sign(document, "accept", signal);
    const agreement_signature = await signDetached(
      commitmentBytes(commitment),
      "agreement",
      signerUntil(signal),
    );
    PERIODS.set(acceptance, { effective_from, effective_until });
    const made = { acceptance, agreement_signature, salt_secret };
    // Of two calls at once the first counts.
    last = (await kept(signal)) ?? made;
    return last;
  };
}
