/**
 * @module
 * Exports a document with a proof that W3C Data Integrity tools read. Inside OAP, signatures are the detached ones of
 * `signed-document.ts`.
 */

import { demandFunctions, readOptions } from "../../core/checks/index.js";
import type { JsonObject } from "../../core/json/index.js";
import { shown } from "../../errors.js";
import { canonicalize, type DocumentLimits, type SigningRefusal } from "../canonical/index.js";
import { encodeBase58btc, readInstant } from "../encoding/index.js";
import { demandSigner, type Signer } from "../keys/index.js";
import type { Sha256 } from "../merkle/index.js";
import { anyMember, checkedCopy, membersOf, optional, unknownMember } from "./member-checks.js";

/** A proof of the cryptosuite `eddsa-jcs-2022`: the member `proof` of the exported document. */
export interface DataIntegrityProof {
  readonly type: "DataIntegrityProof";
  readonly cryptosuite: "eddsa-jcs-2022";
  /** An instant as text. */
  readonly created?: string;
  /** The signer's `kid`. */
  readonly verificationMethod: string;
  readonly proofPurpose: "assertionMethod";
  /** `z` and base58btc of the signature. */
  readonly proofValue: string;
}

/** What a proof is made with. */
export interface ExportProofOptions {
  readonly sha256: Sha256;
  /**
   * An instant as text, XML Schema's `dateTimeStamp` in UTC: with `Z`.
   *
   * @default left out
   */
  readonly created?: string | undefined;
}

/**
 * A W3C proof over a document, for interchange. Its numbers may be any finite ones.
 *
 * Refuses with `document_invalid` what is no strict JSON object, a document that has a `proof` already, and one with
 * `@context` at its top, which would make what it means depend on documents from elsewhere;
 * further down, as in a credential that terms carry, both may stand.
 *
 * @throws {TypeError} when `created` is no instant, and for an unknown option
 * @see W3C, Data Integrity EdDSA Cryptosuites v1.0, section 3.3; docs/requirements/signing.md, SG-41
 * @example
 * const result = await exportProof(agreement, signer, { sha256, created: "2026-05-10T12:00:00Z" });
 * if (result.ok) show({ ...agreement, proof: result.proof });
 */
export async function exportProof(
  document: unknown,
  signer: Signer,
  options: ExportProofOptions,
): Promise<{ readonly ok: true; readonly proof: DataIntegrityProof } | SigningRefusal> {
  demandSigner(signer);
  const { sha256, created } = readOptions("the options of exportProof", options, ["sha256", "created"]);
  demandFunctions({ sha256: sha256 ?? null });
  if (created !== undefined && readInstant(created) === undefined) {
    throw new TypeError(
      `Expected created to be an instant in UTC, as 2026-05-10T12:00:00Z, got ${shown(created)}.`,
    );
  }
  const copy = checkedCopy<JsonObject>(document, EXPORTABLE, ANY_NUMBERS);
  if (!copy.ok) return copy;
  const config = {
    type: "DataIntegrityProof",
    cryptosuite: "eddsa-jcs-2022",
    ...(created !== undefined && { created }),
    verificationMethod: signer.kid,
    proofPurpose: "assertionMethod",
  } as const;
  // The hash of its own configuration, then that of the document (section 3.3.4).
  const hashes = [config, copy.value].map((part) => [...sha256(canonicalize(part, ANY_NUMBERS))]);
  const signature = await signer.sign(new Uint8Array(hashes.flat()));
  const proofValue = `z${encodeBase58btc(signature)}`;
  return Object.freeze({ ok: true, proof: Object.freeze({ ...config, proofValue }) });
}

const absent = optional(unknownMember);

const EXPORTABLE = membersOf({ "@context": absent, proof: absent }, anyMember);

const ANY_NUMBERS: DocumentLimits = { numbers: "any" };
