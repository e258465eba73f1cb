/**
 * @module
 * Takes the full and the public form of an agreement apart, alike: its leaves as far as they are disclosed, all
 * digests, and the hash that follows from them. A host's answer is a full form with more beside it.
 */

import { type Json, type JsonObject, memberOf } from "../../core/json/index.js";
import { refusalOfOther, type SigningRefusal } from "../canonical/index.js";
import type { MemberCheck } from "../documents/index.js";
import {
  anyMember,
  anyObject,
  anyText,
  checkedCopy,
  membersOf,
  required,
  textLike,
} from "../documents/index.js";
import type { Sha256 } from "../merkle/index.js";
import type { FullForm, PublicForm } from "./agreement.js";
import { type AgreementDigests, hashOfDigests, openLeaves } from "./agreement-hash.js";
import type { SignedCommitment } from "./agreement-signatures.js";
import { FORM_LIMITS, leafDigest } from "./disclosures.js";

/** A form taken apart; that the hash is the signed one is not looked at yet. */
export interface OpenedForm extends AgreementDigests {
  readonly ok: true;
  readonly agreement: SignedCommitment;
  /** All of them; `undefined` in a public form. */
  readonly terms?: JsonObject | undefined;
  /** The documents that stand beside a full form, in the answers of a host; not looked at yet. */
  readonly proposal?: Json | undefined;
  readonly acceptance?: Json | undefined;
  /** The host's word for it that both have signed. */
  readonly complete?: Json | undefined;
}

/** The members of `AgreementAnswer` that are no part of the form itself. */
type Beside = Pick<OpenedForm, "proposal" | "acceptance" | "complete">;

/**
 * Opens a form: a full one has `salt_secret`.
 *
 * Refuses with `document_invalid` what has another shape, and with `agreement_mismatch` a disclosure that its digest
 * is not of.
 */
export function openForm(form: unknown, sha256: Sha256): OpenedForm | SigningRefusal {
  const copy = checkedCopy(form, FORM, FORM_LIMITS);
  if (!copy.ok) return copy;
  // Not more than what is checked so far is relied on.
  const { agreement, salt_secret, disclosures, ...more } = copy.value as unknown as FullForm &
    PublicForm &
    Beside;
  if (salt_secret !== undefined) {
    const opened = openLeaves(agreement, salt_secret, sha256);
    return opened.ok ? { agreement, terms: agreement.terms, ...more, ...opened } : opened;
  }
  const { digests } = agreement;
  for (const [pointer, disclosure] of Object.entries(disclosures)) {
    if (leafDigest(sha256, pointer, disclosure) !== digests[pointer]) {
      return refuseMismatch("disclosures", pointer);
    }
  }
  return { ok: true, agreement, digests, disclosures, hash: hashOfDigests(sha256, digests) };
}

/** The refusal of what is not as the agreement says. */
export function refuseMismatch(...path: readonly string[]): SigningRefusal {
  return refusalOfOther("agreement_mismatch", "what the agreement says", path);
}

const COMMITMENT: Readonly<Record<string, MemberCheck>> = {
  agreement_id: anyMember,
  negotiation_id: anyMember,
  parties: anyMember,
  agreement_hash: anyMember,
  signatures: anyObject,
};

/** What a digest is of: nothing that has leaves of its own. */
const leaf: MemberCheck = required(
  "a leaf",
  (value) => value !== undefined && (typeof value !== "object" || Object.keys(value ?? {}).length === 0),
);

/** In its one spelling: four bits of the last digit are zero. What is shorter hides nothing. */
const salt: MemberCheck = textLike("base64url of 16 bytes", /^[\w-]{21}[AQgw]$/);

/** Of an answer of a host: a refusal is none. */
const ok: MemberCheck = required("true", (value) => value === undefined || value === true);

/** What stands beside the form in such an answer: read elsewhere, or nobody's evidence. */
const beside: MemberCheck = () => undefined;

const PUBLIC: MemberCheck = membersOf({
  agreement: membersOf({ ...COMMITMENT, digests: membersOf({}, anyText), keys: anyObject }),
  disclosures: membersOf({}, membersOf({ salt, value: leaf })),
  ok,
  entry: beside,
});

const FULL: MemberCheck = membersOf({
  agreement: membersOf({
    ...COMMITMENT,
    terms: anyObject,
    effective_from: anyMember,
    effective_until: anyMember,
    metadata: anyMember,
  }),
  salt_secret: anyText,
  ok,
  complete: beside,
  logged: beside,
  checkpoint: beside,
  receipt: beside,
  proposal: beside,
  acceptance: beside,
  keys: beside,
});

const FORM: MemberCheck = (value, path) =>
  (memberOf(value, "salt_secret") === undefined ? PUBLIC : FULL)(value, path);
