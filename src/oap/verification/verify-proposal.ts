/**
 * @module
 * A proposal checked by itself, with nobody asked but the resolver of keys: its form, and its signature. Whether it
 * fits a negotiation is the host's question.
 */

import type { SigningRefusal } from "../canonical/index.js";
import { type ProposalDocument, readProposal } from "../documents/index.js";
import type { KeySnapshot } from "../keys/index.js";
import { type VerifyDocumentOptions, verifyDocument } from "../signing/index.js";

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
 * @see OAP RFC 0002, section 3.4; docs/requirements/oap.md, section 3
 * @example
 * const answer = await verifyProposal(received, { verifier: webCryptoVerifier() });
 * if (answer.ok) console.log(answer.proposal.round, answer.proposal.terms);
 */
export async function verifyProposal(
  value: unknown,
  options: Omit<VerifyDocumentOptions, "purpose" | "signer"> = {},
): Promise<VerifiedProposal | SigningRefusal> {
  const read = readProposal(value);
  if (!read.ok) return read;
  const { document: proposal } = read;
  const answer = await verifyDocument(proposal, { ...options, purpose: "proposal", signer: proposal.from });
  if (!answer.ok) return answer;
  return Object.freeze({ ok: true, proposal, kid: answer.kid, snapshot: answer.snapshot });
}
