/**
 * @module
 * Which leaves an agreement has: all but its terms are known by name, and are never hidden.
 */

import type { Disclosures } from "./disclosures.js";
import {
  anyBoolean,
  anyDid,
  anyHash,
  anyInstant,
  anyMember,
  anyObject,
  anyText,
  idOf,
  type MemberCheck,
  optional,
  orNull,
  unknownMember,
} from "./member-checks.js";
import { isRedactable } from "./redaction.js";
import { refusalOfOther, type SigningRefusal, signingRefusal } from "./signing-refusal.js";

/**
 * Why leaves are not those of an agreement; `undefined` when they are.
 *
 * Refuses with `document_invalid` a leaf that an agreement does not have, or has another way; and with
 * `not_redactable` one that is no term and not disclosed; with `party_invalid` one party twice.
 *
 * @param pointers - of all leaves
 * @see spec oap, section 4 and OAP-26
 */
export function leavesRefusal(
  pointers: readonly string[],
  disclosures: Disclosures,
): SigningRefusal | undefined {
  for (const pointer of new Set([...LEAVES.keys(), ...pointers])) {
    if (isRedactable(pointer)) continue;
    const path = ["agreement", ...pointer.split("/").slice(1)];
    if (!Object.hasOwn(disclosures, pointer) && pointers.includes(pointer)) {
      return refusalOfOther("not_redactable", "none but terms hidden", path);
    }
    const check = LEAVES.get(pointer) ?? (OBLIGATION.test(pointer) ? anyMember : unknownMember);
    const refusal = check(disclosures[pointer]?.value, path);
    if (refusal !== undefined) return refusal;
  }
  if (disclosures["/parties/0"]?.value !== disclosures["/parties/1"]?.value) return undefined;
  return signingRefusal("party_invalid", "Expected two parties, got one twice.", ["agreement", "parties"]);
}

const LEAVES: ReadonlyMap<string, MemberCheck> = new Map([
  ["/agreement_id", idOf("agr")],
  ["/negotiation_id", idOf("neg")],
  ["/parties/0", anyDid],
  ["/parties/1", anyDid],
  ["/terms", optional(anyObject)],
  ["/effective_from", anyInstant],
  ["/effective_until", orNull(anyInstant)],
  ["/metadata/binding", anyBoolean],
  ["/metadata/proposal_id", idOf("prp")],
  ["/metadata/proposal_hash", anyHash],
  ["/metadata/host", anyDid],
  ["/metadata/manifest_hash", anyHash],
  ["/metadata/confidentiality", anyText],
]);

const OBLIGATION = /^\/metadata\/regulated_obligations(\/\d+\/(party|profession|obligations(\/\d+)?))?$/;
