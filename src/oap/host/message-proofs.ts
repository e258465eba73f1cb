/**
 * @module
 * That a document is signed by who it comes from, and an acceptance by the same party as an agreement: all that takes
 * time before a host looks at the record.
 */

import type { Negotiation } from "../../core/record/index.js";
import type { SigningRefusal } from "../canonical/index.js";
import type { AcceptanceDocument } from "../documents/index.js";
import type { OapExtra, OapRefusal, SignedMessage, SignedMessageKind } from "../record/index.js";
import { commitmentBytes } from "../record/index.js";
import { signedTextOf } from "../signing/index.js";
import type { HostProofs } from "./host-proofs.js";

/** A document with its keys, as a turn carries it; or why it is none of its sender's. */
export type MessageProof = { readonly ok: true; readonly extra: OapExtra } | OapRefusal | SigningRefusal;

/** Proves documents of a negotiation. */
export type ProveMessage = (
  kind: SignedMessageKind,
  message: SignedMessage,
  record: Pick<Negotiation, "initiator" | "responder">,
  opener: string,
  agreementSignature: string | undefined,
) => Promise<MessageProof>;

/** @see docs/requirements/signing.md, SG-13, SG-27, SG-28 and SG-37 */
export function messageProofs({ prove }: Pick<HostProofs, "prove">): ProveMessage {
  return async (kind, message, { initiator, responder }, opener, agreement_signature) => {
    const { from } = message;
    const proof = await prove(kind, from, message.signature, () => signedTextOf(message), opener);
    if (!proof.ok) return proof;
    const extra = { document: message, key: proof.key };
    if (kind !== "accept") return { ok: true, extra };
    const commitment = { ...(message as AcceptanceDocument), parties: [initiator.id, responder.id] as const };
    const bytes = (): Uint8Array => commitmentBytes(commitment);
    const second = await prove("agreement", from, agreement_signature, bytes, opener);
    if (!second.ok) return second;
    return { ok: true, extra: { ...extra, agreement_signature, agreement_key: second.key } as OapExtra };
  };
}
