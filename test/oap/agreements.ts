/**
 * @module
 * A whole agreement between two parties with `did:key`: proposed, accepted, signed by both, in its full and its public
 * form; and a second implementation of its hash, over other packages.
 */

import { createHash, createHmac } from "node:crypto";
import canonicalizePackage from "canonicalize";
import type { JsonObject } from "../../src/core/json/index.js";
import type { Agreement, AgreementCommitment, FullForm, PublicForm } from "../../src/oap/agreement/index.js";
import { agreementCommitment, publicAgreement } from "../../src/oap/agreement/index.js";
import { canonicalize } from "../../src/oap/canonical/index.js";
import { hashText } from "../../src/oap/encoding/index.js";
import type { Signer } from "../../src/oap/keys/index.js";
import type { Sha256 } from "../../src/oap/merkle/index.js";
import { type AgreementFacts, deriveAgreement } from "../../src/oap/record/index.js";
import type { SignaturePurpose, SignedDocument } from "../../src/oap/signing/index.js";
import { didKeySigner, signDetached, signDocument, webCryptoVerifier } from "../../src/oap/signing/index.js";
import { ACCEPTANCE, HASH, PROPOSAL, TOOL } from "./documents.js";

export const sha256: Sha256 = (bytes) => createHash("sha256").update(bytes).digest();

/** One for all tests, so that keys are imported once. */
export const verifier = webCryptoVerifier();

/** Proposes. */
export const alice: Signer = await didKeySigner(new Uint8Array(32).fill(1));
/** Accepts. */
export const bob: Signer = await didKeySigner(new Uint8Array(32).fill(2));
/** No party. */
export const eve: Signer = await didKeySigner(new Uint8Array(32).fill(3));

export const ALICE: string = didOf(alice);
export const BOB: string = didOf(bob);
export const EVE: string = didOf(eve);

export function didOf({ kid }: Signer): string {
  return kid.slice(0, kid.indexOf("#"));
}

/** 32 bytes, base64url. */
export const SALT_SECRET: string = Buffer.from("a secret of 32 bytes, none guess").toString("base64url");

/** A document with a signature over it. */
export async function signedBy(
  signer: Signer,
  purpose: SignaturePurpose,
  document: object,
): Promise<SignedDocument> {
  const result = await signDocument(document, purpose, signer);
  if (!result.ok) throw new Error(result.message);
  return result.document;
}

/** All that a deal consists of. */
export interface Deal {
  readonly facts: AgreementFacts;
  readonly proposal: SignedDocument;
  readonly acceptance: SignedDocument;
  readonly agreement: Agreement;
  readonly full: FullForm;
  readonly public: PublicForm;
}

/** Terms of the proposal; facts other than usual. */
export async function dealOver(
  terms: JsonObject = PROPOSAL.terms,
  others: Partial<AgreementFacts> = {},
): Promise<Deal> {
  const { host, manifest_hash } = PROPOSAL;
  const proposal = await signedBy(alice, "proposal", { ...PROPOSAL, from: ALICE, to: BOB, terms });
  const facts: AgreementFacts = {
    agreementId: ACCEPTANCE.agreement_id,
    saltSecret: SALT_SECRET,
    parties: [ALICE, BOB],
    proposal: proposal as unknown as AgreementFacts["proposal"],
    acceptedAt: ACCEPTANCE.accepted_at,
    host: TOOL,
    manifestHash: HASH,
    binding: true,
    confidentiality: "internal",
    regulatedObligations: [{ party: BOB, profession: "financial", obligations: ["audit", "retention"] }],
    ...others,
  };
  const derived = deriveAgreement(facts, { sha256 });
  if (!derived.ok) throw new Error(derived.message);
  const acceptance = await signedBy(bob, "accept", {
    ...ACCEPTANCE,
    from: BOB,
    to: ALICE,
    host,
    manifest_hash,
    proposal_hash: hashText(sha256, canonicalize(proposal)),
    agreement_hash: derived.hash,
  });
  const unsigned = { ...derived.body, agreement_hash: derived.hash };
  const agreement = await cosigned(unsigned, [bob, alice]);
  const form = publicAgreement(agreement, derived.digests, {});
  return {
    facts,
    proposal,
    acceptance,
    agreement,
    full: { agreement, salt_secret: SALT_SECRET },
    public: { agreement: form, disclosures: derived.disclosures },
  };
}

/** The same agreement with the signatures of these alone. */
export async function cosigned<T extends AgreementCommitment>(
  agreement: T,
  signers: readonly Signer[],
): Promise<T & Pick<Agreement, "signatures">> {
  const payload = canonicalize(agreementCommitment(agreement));
  const signatures: Record<string, string> = {};
  for (const signer of signers) signatures[didOf(signer)] = await signDetached(payload, "agreement", signer);
  return { ...agreement, signatures };
}

/** The hash of SG-26 a second time, written from the text alone: other pointers, other JSON, other HMAC. */
export function secondHash(body: object, saltSecret: string): string {
  const { agreement_hash: _, signatures: __, ...rest } = body as Record<string, unknown>;
  const digests: Record<string, string> = {};
  const visit = (value: unknown, tokens: readonly string[]): void => {
    if (typeof value === "object" && value !== null && Object.keys(value).length > 0) {
      for (const [key, member] of Object.entries(value)) visit(member, [...tokens, key]);
      return;
    }
    const pointer = tokens.map((token) => `/${token.split("~").join("~0").split("/").join("~1")}`).join("");
    const secret = Buffer.from(saltSecret, "base64url");
    const salt = createHmac("sha256", secret).update(pointer, "utf8").digest().subarray(0, 16);
    digests[pointer] = createHash("sha256")
      .update(canonicalizePackage([salt.toString("base64url"), pointer, value])!, "utf8")
      .digest("base64url");
  };
  visit(rest, []);
  return `sha256-${createHash("sha256").update(canonicalizePackage(digests)!, "utf8").digest("base64")}`;
}
