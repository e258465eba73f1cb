/**
 * @module
 * Verifies an agreement offline, without its host: what is disclosed fits the digests, they fit the hash, the parties
 * signed it, and it is what was proposed and accepted.
 */

import type { Json, JsonObject } from "../core/negotiation.js";
import { openForm } from "./agreement-form.js";
import { leavesRefusal } from "./agreement-leaves.js";
import { differenceOf, type LetterOptions, lettersRefusal } from "./agreement-letters.js";
import { verifySignatures } from "./agreement-signatures.js";
import type { SigningRefusal } from "./signing-refusal.js";

/** An agreement that holds. */
export interface VerifiedAgreement {
  readonly ok: true;
  /** Whether both parties have signed it; one has in any case. */
  readonly complete: boolean;
  /** `false`: the manifest said that acceptances do not bind; the agreement only records what was agreed. */
  readonly binding: boolean;
  /** Pointers to the terms that are not disclosed, sorted by code unit; none in a full form. */
  readonly hidden: readonly string[];
}

/**
 * Verifies the full or the public form of an agreement: digests of what is disclosed, hash, signatures, and the proposal
 * and the acceptance where they are given.
 *
 * Refuses with `document_invalid`, `party_invalid`, `not_redactable` (something other than a term is hidden),
 * `agreement_mismatch`, `signature_invalid` or a code of its key; `path` leads to what is wrong, from the form or from
 * `proposal` or `acceptance`.
 *
 * @param form - `FullForm` or `PublicForm`, as it came
 * @see spec signing, SG-29; spec oap, OAP-22 and OAP-23
 * @example
 * const verdict = await verifyAgreement(form, { sha256, keys: [snapshot], proposal, acceptance });
 * console.log(verdict.ok ? verdict.complete : verdict.code);
 */
export async function verifyAgreement(
  form: unknown,
  options: LetterOptions,
): Promise<VerifiedAgreement | SigningRefusal> {
  const opened = openForm(form, options.sha256);
  if (!opened.ok) return opened;
  const { agreement, digests, disclosures } = opened;
  const leaf = (pointer: string): Json => disclosures[pointer]?.value ?? null;
  const pointers = Object.keys(digests);
  const expected = {
    agreement_id: leaf("/agreement_id"),
    negotiation_id: leaf("/negotiation_id"),
    parties: [leaf("/parties/0"), leaf("/parties/1")],
    agreement_hash: opened.hash,
  };
  const refusal =
    leavesRefusal(pointers, disclosures) ??
    differenceOf(agreement as unknown as JsonObject, expected, "agreement") ??
    (await lettersRefusal(opened, options));
  if (refusal !== undefined) return refusal;
  const signed = await verifySignatures(agreement, options);
  if (!signed.ok) return signed;
  return Object.freeze({
    ok: true,
    complete: signed.complete,
    binding: leaf("/metadata/binding") === true,
    hidden: Object.freeze(pointers.filter((pointer) => !Object.hasOwn(disclosures, pointer)).sort()),
  });
}
