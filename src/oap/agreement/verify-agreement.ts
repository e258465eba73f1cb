/**
 * @module
 * Verifies an agreement offline, without its host: what is disclosed fits the digests, they fit the hash, the documents
 * behind it say the same, and both parties have assented. And a proposal by itself.
 */

import { demandFunctions, demandShape, readOptions } from "../../core/checks/index.js";
import { type SigningRefusal, signingRefusal } from "../canonical/index.js";
import { type ProposalDocument, readProposal } from "../documents/index.js";
import type { KeySnapshot } from "../keys/index.js";
import { type VerifyDocumentOptions, verifyDocument } from "../signing/index.js";
import { openForm, refuseMismatch } from "./agreement-form.js";
import { leavesRefusal } from "./agreement-leaves.js";
import { verifySignatures } from "./agreement-signatures.js";
import {
  leafOf,
  refuseDifference,
  type SignedMessageOptions,
  signedMessagesOf,
} from "./signed-agreement-messages.js";

/** What the agreement is checked with, and what has to be shown. */
export interface VerifyAgreementOptions extends SignedMessageOptions {
  /**
   * `assent`: each party has signed the agreement, or its own document of the two behind it. `signatures`: both have
   * signed the agreement. `one`: somebody has assented; for a look at a half-signed agreement, which proves nothing of
   * the other party.
   *
   * @default "assent"
   */
  readonly require?: "assent" | "signatures" | "one" | undefined;
}

/** By what a party has assented: its signature over the agreement, its proposal if no term is hidden, its acceptance. */
export interface Evidence {
  readonly party: string;
  readonly by: readonly ("agreement" | "proposal" | "acceptance")[];
}

/** An agreement that holds. */
export interface VerifiedAgreement {
  readonly ok: true;
  readonly agreement_id: string;
  readonly negotiation_id: string;
  /** The DIDs of initiator and responder: that they are the right ones, only the caller can tell. */
  readonly parties: readonly [initiator: string, responder: string];
  /** Those that have signed the agreement, in the order of parties. */
  readonly signedBy: readonly string[];
  /** Those whose assent is shown, in the order of parties: both, unless `require` is `one`. */
  readonly assentBy: readonly string[];
  /** Of each party, in their order. */
  readonly evidence: readonly Evidence[];
  /** Whether both parties have signed the agreement. */
  readonly complete: boolean;
  /** `false`: the manifest said that acceptances do not bind; the agreement only records what was agreed. */
  readonly binding: boolean;
  /** Pointers to the terms that are not disclosed, sorted by code unit; none in a full form. */
  readonly hidden: readonly string[];
}

/**
 * Whether both parties have agreed to this: digests of what is disclosed, hash, signatures, and all that the proposal,
 * the acceptance and the manifest say as well.
 *
 * Who has not signed the agreement is bound by its document, so far as that goes: confidentiality, obligations and,
 * without the manifest, `binding` are then the word of the other party. When it was accepted is the acceptor's word in
 * any case; a receipt tells when it was logged, and that it is the only one of its Open. Where terms are hidden, a
 * proposal binds nobody: only a signature over the agreement, or the acceptance, says anything of what is behind them.
 *
 * Refuses with `assent_missing` (`details.missing`: the DIDs), `document_invalid`, `party_invalid`, `salt_weak`,
 * `not_redactable` (something other than a term is hidden), `period_invalid`, `agreement_mismatch`, `signature_invalid`
 * or a code of its key; `path` leads to what is wrong, from the form, or from `proposal`, `acceptance` or `manifest`.
 *
 * @throws {TypeError} for another `require`, without `sha256`, and for an unknown option
 * @param form - `FullForm`, `PublicForm`, an `AgreementAnswer` or a `RedactionAnswer`, as it came. The proposal and the acceptance of an
 * answer count, the options have precedence; its `keys` do not: they are the word of whoever made it. Hand in `keys`
 * that you trust.
 * @see docs/requirements/signing.md, SG-29; docs/requirements/oap.md, OAP-21 to OAP-23
 * @example
 * const verdict = await verifyAgreement(form, { sha256, keys: [snapshot], proposal, acceptance });
 * console.log(verdict.ok ? verdict.assentBy : verdict.code);
 */
export async function verifyAgreement(
  form: unknown,
  given: VerifyAgreementOptions,
): Promise<VerifiedAgreement | SigningRefusal> {
  const options = readOptions("the options of verifyAgreement", given, OPTIONS);
  const { require = "assent" } = options;
  demandFunctions({
    sha256: options.sha256 ?? null,
    verifier: options.verifier,
    effectivePeriod: options.effectivePeriod,
  });
  demandShape("keys", options.keys, ["map"]);
  if (!REQUIRED.includes(require)) throw new TypeError(`Expected require to be ${REQUIRED}, got another.`);
  const opened = openForm(form, options.sha256);
  if (!opened.ok) return opened;
  const { agreement, digests, disclosures, hash } = opened;
  const { agreement_id, negotiation_id, parties, signatures } = agreement;
  const pointers = Object.keys(digests);
  const expected = {
    agreement_id: leafOf(opened, "/agreement_id"),
    negotiation_id: leafOf(opened, "/negotiation_id"),
    parties: [leafOf(opened, "/parties/0"), leafOf(opened, "/parties/1")],
    agreement_hash: hash,
  };
  const refusal = leavesRefusal(pointers, disclosures) ?? refuseDifference("agreement", agreement, expected);
  if (refusal !== undefined) return refusal;
  const messages = await signedMessagesOf(opened, options);
  if (!messages.ok) return messages;
  const signers = Object.keys(signatures);
  const signed = signers.length === 0 ? messages : await verifySignatures(agreement, options);
  if (!signed.ok) return signed;
  const hidden = pointers.filter((pointer) => !Object.hasOwn(disclosures, pointer)).sort();
  const evidence = parties.map((party) => {
    const isBy = (name: (typeof EVIDENCE)[number]): boolean => {
      if (name === "agreement") return signers.includes(party);
      // A proposal signs no hash of the agreement: behind a hidden term another one may stand than was proposed.
      return messages[name]?.from === party && (name !== "proposal" || hidden.length === 0);
    };
    return Object.freeze({ party, by: Object.freeze(EVIDENCE.filter(isBy)) });
  });
  const signedBy = parties.filter((party) => signers.includes(party));
  const assentBy = parties.filter((_, index) => evidence[index]?.by.length);
  const complete = signedBy.length === 2;
  if ((opened.complete ?? complete) !== complete) return refuseMismatch("complete");
  const shown = require === "signatures" ? signedBy : assentBy;
  if (shown.length < (require === "one" ? 1 : 2)) {
    const missing = parties.filter((party) => !shown.includes(party));
    const message =
      "Expected the assent of both parties, got that of fewer. A proposal shows none to hidden terms.";
    return signingRefusal("assent_missing", message, ["agreement", "signatures"], { missing });
  }
  return Object.freeze({
    ok: true,
    ...{ agreement_id, negotiation_id, parties },
    signedBy: Object.freeze(signedBy),
    assentBy: Object.freeze(assentBy),
    evidence: Object.freeze(evidence),
    complete,
    binding: leafOf(opened, "/metadata/binding") === true,
    hidden: Object.freeze(hidden),
  });
}

const OPTIONS = [
  "sha256",
  "effectivePeriod",
  "keys",
  "verifier",
  "proposal",
  "acceptance",
  "manifest",
  "require",
] as const;

const REQUIRED: readonly string[] = ["assent", "signatures", "one"];

const EVIDENCE = ["agreement", "proposal", "acceptance"] as const;

/** A sound proposal. */
export interface VerifiedProposal {
  readonly ok: true;
  /** As it came, frozen. */
  readonly proposal: ProposalDocument;
  /** The DID URL of the key that signed it. */
  readonly kid: string;
  /** To be kept: it verifies the proposal when the resolver no longer does. */
  readonly snapshot?: KeySnapshot | undefined;
}

/**
 * A proposal whose form is that of the RFC and whose `from` has signed it; or why not.
 *
 * @throws {TypeError} for an unknown option
 * @see OAP RFC 0002, section 3.4; docs/requirements/oap.md, section 3
 * @example
 * const answer = await verifyProposal(received, { verifier: webCryptoVerifier() });
 * if (answer.ok) console.log(answer.proposal.round, answer.proposal.terms);
 */
export async function verifyProposal(
  value: unknown,
  given: Omit<VerifyDocumentOptions, "purpose" | "signer"> = {},
): Promise<VerifiedProposal | SigningRefusal> {
  const options = readOptions("the options of verifyProposal", given, [
    "resolveKey",
    "verifier",
    "signal",
    "limits",
  ]);
  const read = readProposal(value);
  if (!read.ok) return read;
  const { document: proposal } = read;
  const answer = await verifyDocument(proposal, { ...options, purpose: "proposal", signer: proposal.from });
  if (!answer.ok) return answer;
  return Object.freeze({ ok: true, proposal, kid: answer.kid, snapshot: answer.snapshot });
}
