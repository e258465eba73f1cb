/**
 * @module
 * That a document is signed by who it comes from, and an acceptance by the same party as an agreement: all that takes
 * time before a host looks at the record.
 */

import type { Negotiation } from "../core/negotiation.js";
import type { Clock } from "../ports/clock.js";
import { commitmentBytes } from "./accept-agreement.js";
import type { Acceptance } from "./documents.js";
import type { HostProofs } from "./host-proofs.js";
import type { Letter, LetterKind } from "./oap-letters.js";
import type { OapExtra } from "./oap-record.js";
import { type OapRefusal, oapRefusal } from "./oap-refusal.js";
import { signedTextOf } from "./signed-document.js";
import type { SigningRefusal } from "./signing-refusal.js";
import type { TransparencyLog } from "./transparency-log.js";
import { withinTime } from "./within-time.js";

/** What goes with an acceptance. */
export interface AcceptanceExtra {
  readonly agreement_signature: string | undefined;
  readonly salt_secret: string | undefined;
}

/** A document with its key, as a turn carries it; or why it is none of its sender's. */
export type LetterProof = { readonly ok: true; readonly extra: OapExtra } | OapRefusal | SigningRefusal;

/** What proving works with. */
export interface LetterProofsOptions {
  readonly proofs: HostProofs;
  readonly clock: Clock;
  readonly log?: Pick<TransparencyLog, "find"> | undefined;
}

/** Proves documents of a negotiation. */
export type ProveLetter = (
  kind: LetterKind,
  letter: Letter,
  record: Pick<Negotiation, "initiator" | "responder">,
  more: Partial<AcceptanceExtra>,
) => Promise<LetterProof>;

/** @see spec signing, SG-13, SG-27 and SG-37 */
export function letterProofs({ proofs, clock, log }: LetterProofsOptions): ProveLetter {
  return async (kind, letter, { initiator, responder }, { agreement_signature, salt_secret }) => {
    const { from } = letter;
    const proof = await proofs.prove(kind, from, letter.signature, () => signedTextOf(letter));
    if (!proof.ok) return proof;
    const extra = { document: letter, key: proof.key };
    if (kind !== "accept") return { ok: true, extra };
    const commitment = { ...(letter as Acceptance), parties: [initiator.id, responder.id] as const };
    const payload = (): Uint8Array => commitmentBytes(commitment);
    const second = await proofs.prove("agreement", from, agreement_signature, payload);
    if (!second.ok) return second;
    if (await isTaken(commitment)) return oapRefusal("command_conflict", "a new id", ["agreement_id"]);
    return { ok: true, extra: { ...extra, agreement_signature, salt_secret } as OapExtra };
  };

  /** Whether the log has another agreement of that id, so that this one could never stand there. */
  async function isTaken({ agreement_id, agreement_hash }: Acceptance): Promise<boolean> {
    // An agreement holds without the log, which tells of its failure when it is appended to.
    const logged = log && (await withinTime(clock, () => log.find(agreement_id)));
    return logged !== undefined && logged.entry.body["agreement_hash"] !== agreement_hash;
  }
}
