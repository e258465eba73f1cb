/**
 * @module
 * The slow part of a host's work: finding keys and checking signatures, so many at a time that nobody starves.
 */

import type { Negotiation } from "../../core/record/index.js";
import type { Clock, MaybePromise } from "../../ports/index.js";
import { type AgreementCommitment, agreementCommitment } from "../agreement/index.js";
import type { AcceptanceDocument, SignedMessage, SignedMessageKind } from "../documents/index.js";
import type { KeyResolver, KeyResult, KeySnapshot, Verifier } from "../keys/index.js";
import { didKeyNow, foundKey, resolveDidKey, snapshotKeys } from "../keys/index.js";
import { type Lane, lookUpTurns } from "../look-ups/index.js";
import { type OapExtra, type OapRefusal, oapRefusal } from "../record/index.js";
import { boundedMemo, withinTime } from "../runtime/index.js";
import { type FoundKey, type SignaturePurpose, verifyDocument } from "../signing/index.js";
import { tally } from "./opening-memory.js";

/** That a signature holds, with the key as it was found, or why not. */
export type Proof = { readonly ok: true; readonly key: KeySnapshot } | OapRefusal;

/** A document with its keys, as a turn carries it; or why it is none of its sender's. */
export type MessageProof = { readonly ok: true; readonly extra: OapExtra } | OapRefusal;

/** Checks signatures for a host. */
export interface HostProofs {
  /**
   * Whether a document is signed by `signer` for that purpose, by a key of now.
   *
   * @param opener - the DID that opened the negotiation, whose look-ups share places
   */
  prove(purpose: SignaturePurpose, signer: string, document: object, opener?: string): Promise<Proof>;
  /** Whether what was verified before still is, by the key that is kept with it. */
  isProven(purpose: SignaturePurpose, signer: string, document: object, key: KeySnapshot): Promise<boolean>;
  /** The same of an agreement: the signature is over its commitment. */
  proveAgreement(
    agreement: AgreementCommitment,
    signer: string,
    signature: unknown,
    opener: string,
  ): Promise<Proof>;
  /** A message with its keys, as a turn carries it: an acceptance is signed twice, as such and as an agreement. */
  proveMessage(
    kind: SignedMessageKind,
    message: SignedMessage,
    record: Pick<Negotiation, "initiator" | "responder">,
    opener: string,
    agreementSignature: string | undefined,
  ): Promise<MessageProof>;
  /** Counts a key as one that was had: its signature stands in a record from before this process. */
  remember(kid: string): unknown;
  /** Does work of a party about a negotiation unless 8 such works are under way: `queue_full`. */
  bounded<T>(id: string, party: string, work: () => Promise<T>): Promise<T | OapRefusal>;
}

/** @see docs/requirements/signing.md, SG-13, SG-16, SG-27, SG-28, SG-37 and SG-38; docs/requirements/oap.md, OAP-54 */
export function hostProofs({
  resolver,
  verifier,
  clock,
}: {
  /** @default `did:key` alone */
  readonly resolver?: KeyResolver | undefined;
  /** Ends the waiting for a resolver that does not answer. */
  readonly clock: Clock;
  readonly verifier: Verifier;
}): HostProofs {
  const running = new Map<string, number>();
  /** The same few parties sign again and again, and a name is decoded in quadratic time. */
  const keyOf = boundedMemo(resolveDidKey, MOST_KEYS);
  const { inTurn, remember } = lookUpTurns(clock);
  const pending = new Map<string, ReturnType<typeof foundBy>>();

  async function bounded<T>(id: string, party: string, work: () => Promise<T>): Promise<T | OapRefusal> {
    const name = `${id} ${party}`;
    if ((running.get(name) ?? 0) >= MOST_RUNNING) {
      return oapRefusal("queue_full", `at most ${MOST_RUNNING} documents of a party at once`);
    }
    tally(running, name, 1);
    try {
      return await work();
    } finally {
      tally(running, name, -1);
    }
  }

  async function foundBy(
    resolver: KeyResolver,
    kid: string,
    lane: Lane,
    opener: string,
  ): Promise<KeyResult | OapRefusal | undefined> {
    const did = kid.slice(0, kid.indexOf("#"));
    const asked = (stop?: AbortSignal): Promise<KeyResult | undefined> => {
      const ask = async (signal: AbortSignal) => foundKey(kid, await resolver.resolveKey(kid, { signal }));
      return withinTime(clock, ask, undefined, stop);
    };
    const asksNobody = did.startsWith("did:key:") || resolver.isKept?.(did, kid) === true;
    if (asksNobody) return asked();
    // Who asks for the same takes no second place; for another opener it would wait in the place of whoever asked first.
    const name = `${lane} ${kid} ${opener}`;
    const found = pending.get(name) ?? inTurn(lane, kid, opener, asked).finally(() => pending.delete(name));
    pending.set(name, found);
    return found;
  }

  async function prove(
    purpose: SignaturePurpose,
    signer: string,
    document: object,
    opener = signer,
  ): Promise<Proof> {
    const resolveKey = (kid: string): MaybePromise<FoundKey> =>
      resolver
        ? (foundBy(resolver, kid, purpose === "open" ? "open" : "message", opener) as Promise<FoundKey>)
        : didKeyNow(kid, clock.now(), keyOf(kid));
    const answer = await verifyDocument(document, { purpose, signer, verifier, resolveKey });
    return answer.ok ? { ok: true, key: answer.snapshot as KeySnapshot } : answer;
  }

  const proveAgreement: HostProofs["proveAgreement"] = (agreement, signer, signature = null, opener) =>
    prove("agreement", signer, { ...agreementCommitment(agreement), signature }, opener);

  return {
    bounded,
    prove,
    remember: (kid) => kid.startsWith("did:key:") || remember(kid),
    async isProven(purpose, signer, document, key) {
      const resolveKey = snapshotKeys([key]);
      return (await verifyDocument(document, { purpose, signer, verifier, resolveKey })).ok;
    },
    proveAgreement,
    async proveMessage(kind, message, { initiator, responder }, opener, agreement_signature) {
      const { from } = message;
      const proof = await prove(kind, from, message, opener);
      if (!proof.ok) return proof;
      const extra = { document: message, key: proof.key };
      if (kind !== "accept") return { ok: true, extra };
      const parties = [initiator.id, responder.id] as const;
      const agreement = { ...(message as AcceptanceDocument), parties };
      const second = await proveAgreement(agreement, from, agreement_signature, opener);
      if (!second.ok) return second;
      return { ok: true, extra: { ...extra, agreement_signature, agreement_key: second.key } as OapExtra };
    },
  };
}

/** Chosen: more parties than one process talks to in a minute. */
const MOST_KEYS = 256;

/** SG-38, in halves: one party's documents leave room for the other's. */
const MOST_RUNNING = 8;
