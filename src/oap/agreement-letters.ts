/**
 * @module
 * Whether an agreement is what was proposed and accepted: the two signed documents against its leaves.
 */

import { isEqualJson } from "../core/equal-json.js";
import { isJsonObject, memberOf } from "../core/json-member.js";
import type { Json, JsonObject } from "../core/negotiation.js";
import { type OpenedForm, refuseMismatch } from "./agreement-form.js";
import { type StoredKeyOptions, storedKeys } from "./agreement-signatures.js";
import { canonicalize } from "./canonical-json.js";
import { hashText } from "./hash-text.js";
import { leavesOf } from "./json-pointer.js";
import type { Sha256 } from "./merkle-proof.js";
import { isRedactable } from "./redaction.js";
import { type SignedDocumentResult, verifyDocument } from "./signed-document.js";
import type { SigningRefusal } from "./signing-refusal.js";
import { strictCopy } from "./strict-copy.js";

/** The documents to compare with, and what their signatures are checked with. */
export interface LetterOptions extends StoredKeyOptions {
  readonly sha256: Sha256;
  /**
   * The accepted proposal, whole and signed.
   *
   * @default not compared
   */
  readonly proposal?: unknown;
  /**
   * The acceptance, whole and signed.
   *
   * @default not compared
   */
  readonly acceptance?: unknown;
}

/**
 * Why the proposal or the acceptance does not belong to the agreement; `undefined` when they do, as far as they are
 * given.
 *
 * Their signatures are verified: until the agreement is complete, the proposer is bound by them alone.
 */
export async function lettersRefusal(
  opened: OpenedForm,
  options: LetterOptions,
): Promise<SigningRefusal | undefined> {
  const { negotiation_id, agreement_id, agreement_hash } = opened.agreement;
  const metadata = (name: string): Json | undefined => opened.disclosures[`/metadata/${name}`]?.value;
  const proposal_hash = metadata("proposal_hash");
  const common = { negotiation_id, proposal_id: metadata("proposal_id") };
  let acceptor = {};
  if (options.proposal !== undefined) {
    const read = await readLetter("proposal", common, opened, options);
    if (!read.ok) return read;
    const { terms, to } = read.document;
    if (!hasTermsOf(opened, terms)) return refuseMismatch("proposal", "terms");
    if (hashText(options.sha256, canonicalize(read.document)) !== proposal_hash) {
      return refuseMismatch("proposal");
    }
    acceptor = { from: to };
  }
  if (options.acceptance === undefined) return undefined;
  const expected = {
    ...common,
    ...acceptor,
    agreement_id,
    agreement_hash,
    proposal_hash,
    host: metadata("host"),
    manifest_hash: metadata("manifest_hash"),
  };
  const read = await readLetter("acceptance", expected, opened, options);
  return read.ok ? undefined : read;
}

/** One that says what is expected, signed by the party that it comes from. */
async function readLetter(
  name: "proposal" | "acceptance",
  expected: ExpectedMembers,
  { agreement }: OpenedForm,
  options: LetterOptions,
): Promise<SignedDocumentResult> {
  const copy = strictCopy(options[name]);
  if (!copy.ok) return Object.freeze({ ...copy, path: [name, ...(copy.path ?? [])] });
  const from = memberOf(copy.value, "from");
  const signer = agreement.parties.find((party) => party === from);
  if (signer === undefined) return refuseMismatch(name, "from");
  const purpose = name === "proposal" ? name : "accept";
  const read = await verifyDocument(copy.value, { purpose, signer, ...storedKeys(options) });
  if (!read.ok) return Object.freeze({ ...read, path: [name] });
  return differenceOf(read.document, expected, name) ?? read;
}

/** Whether the leaves are those of the terms; of a hidden one, the name alone is compared. */
function hasTermsOf({ digests, disclosures }: OpenedForm, terms: Json | undefined): boolean {
  const leaves = isJsonObject(terms) ? leavesOf(terms, "/terms") : undefined;
  const names = Object.keys(digests).filter((pointer) => pointer === "/terms" || isRedactable(pointer));
  return (
    leaves?.size === names.length &&
    names.every((pointer) => {
      const value = leaves.get(pointer);
      const disclosed = disclosures[pointer];
      return value !== undefined && (disclosed === undefined || isEqualJson(value, disclosed.value));
    })
  );
}

/** What members of a document have to be. */
type ExpectedMembers = Readonly<Record<string, Json | undefined>>;

/** Refuses the first member that is another. */
export function differenceOf(
  document: JsonObject,
  expected: ExpectedMembers,
  name: string,
): SigningRefusal | undefined {
  const other = Object.keys(expected).find(
    (key) => !isEqualJson(document[key] ?? null, expected[key] ?? null),
  );
  return other === undefined ? undefined : refuseMismatch(name, other);
}
