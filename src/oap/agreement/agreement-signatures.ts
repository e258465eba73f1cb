/**
 * @module
 * The signatures of an agreement: by its parties alone, over its commitment. One is enough for it to hold, both make
 * it complete.
 */

import { demandList } from "../../core/checks/index.js";
import { isJsonArray, isJsonObject } from "../../core/json/index.js";
import { refusalOfOther, type SigningRefusal, strictCopy } from "../canonical/index.js";
import { type StoredKeyOptions, verifyStored } from "../signing/index.js";
import { type AgreementCommitment, agreementCommitment } from "./agreement.js";
import { FORM_LIMITS } from "./disclosures.js";

/** A commitment and what signs it: an agreement, or a public one. */
export interface SignedCommitment extends AgreementCommitment {
  readonly signatures: Readonly<Record<string, unknown>>;
}

/**
 * Whether both parties have signed, and both signatures verify.
 *
 * It looks at the signatures alone: that the hash is the one of the terms says `verifyAgreement`.
 *
 * @see docs/requirements/oap.md, OAP-22; docs/requirements/signing.md, SG-27
 * @example
 * const complete = await isSignedByBoth(agreement, { keys: [snapshot] });
 */
export async function isSignedByBoth(
  agreement: SignedCommitment,
  options: StoredKeyOptions = {},
): Promise<boolean> {
  demandList("keys", options.keys === undefined ? [] : options.keys);
  const copy = strictCopy(agreement, FORM_LIMITS);
  if (!copy.ok || !isJsonObject(copy.value)) return false;
  const { parties, signatures } = copy.value;
  if (!isJsonArray(parties) || parties.length !== 2 || !isJsonObject(signatures)) return false;
  const answer = await verifySignatures(copy.value as unknown as SignedCommitment, options);
  return answer.ok && answer.complete;
}

/**
 * Whether every signature is a party's and verifies, and whether both are there; else `signature_invalid`, or why its
 * key could not be had.
 *
 * @see docs/requirements/signing.md, SG-27
 */
export async function verifySignatures(
  agreement: SignedCommitment,
  options: StoredKeyOptions,
): Promise<{ readonly ok: true; readonly complete: boolean } | SigningRefusal> {
  const { parties, signatures } = agreement;
  const signers = Object.keys(signatures);
  if (signers.length === 0 || !signers.every((did) => parties.includes(did))) {
    return refusalOfOther("signature_invalid", "signatures of parties", ["agreement", "signatures"]);
  }
  for (const signer of signers) {
    const signed = { ...agreementCommitment(agreement), signature: signatures[signer] };
    const answer = await verifyStored(signed, { ...options, purpose: "agreement", signer });
    if (!answer.ok) return within(answer, "agreement", "signatures", signer);
  }
  return { ok: true, complete: signers.length === 2 };
}

/** The same refusal, of what stands at that path. */
export function within(refusal: SigningRefusal, ...path: readonly string[]): SigningRefusal {
  return Object.freeze({ ...refusal, path: [...path, ...(refusal.path ?? [])] });
}
