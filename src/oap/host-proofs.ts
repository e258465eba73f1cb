/**
 * @module
 * The slow part of a host's work: finding keys and checking signatures, so many at a time for each negotiation.
 */

import type { Clock } from "../ports/clock.js";
import type { DetachedSignature } from "./detached-jws.js";
import { readDetached, verifyRead } from "./detached-jws.js";
import { type KeyResolver, type KeyResult, keyResolver } from "./key-resolver.js";
import type { KeySnapshot } from "./key-snapshot.js";
import type { Sha256 } from "./merkle-proof.js";
import { type OapRefusal, oapRefusal } from "./oap-refusal.js";
import type { SignaturePurpose } from "./signature-purpose.js";
import type { Verifier } from "./signer.js";
import { type SigningRefusal, signingRefusal } from "./signing-refusal.js";
import { withinTime } from "./within-time.js";

/** That a signature holds, with the key as it was found, or why not. */
export type Proof = { readonly ok: true; readonly key: KeySnapshot } | SigningRefusal;

/** Checks signatures for a host. */
export interface HostProofs {
  /** Whether `token` is a signature of `signer` for that purpose over `payload`, by a key of now. */
  prove(
    purpose: SignaturePurpose,
    signer: string,
    token: unknown,
    payload: () => Uint8Array | string,
  ): Promise<Proof>;
  /** Does work about a negotiation unless 16 such works are under way: `queue_full`. */
  bounded<T>(id: string, work: () => Promise<T>): Promise<T | OapRefusal>;
}

/** @see spec signing, SG-16, SG-37 and SG-38 */
export function hostProofs({
  resolver,
  verifier,
  clock,
  sha256,
}: {
  /** @default `did:key` alone */
  readonly resolver?: KeyResolver | undefined;
  /** Ends the waiting for a resolver that does not answer. */
  readonly clock: Clock;
  readonly verifier: Verifier;
  readonly sha256: Sha256;
}): HostProofs {
  const own = didKeysAlone(sha256, () => clock.now());
  const running = new Map<string, number>();

  async function bounded<T>(id: string, work: () => Promise<T>): Promise<T | OapRefusal> {
    const count = running.get(id) ?? 0;
    if (count >= MOST_RUNNING) return oapRefusal("queue_full", `at most ${MOST_RUNNING} documents at once`);
    running.set(id, count + 1);
    try {
      return await work();
    } finally {
      const left = (running.get(id) ?? 1) - 1;
      if (left === 0) running.delete(id);
      else running.set(id, left);
    }
  }

  async function keyOf({ kid }: DetachedSignature): Promise<KeyResult> {
    if (resolver === undefined) return own.resolveKey(kid);
    const key = await withinTime(clock, async (signal) => resolver.resolveKey(kid, { signal }));
    return typeof key?.ok === "boolean" ? key : UNRESOLVED;
  }

  async function prove(
    purpose: SignaturePurpose,
    signer: string,
    token: unknown,
    payload: () => Uint8Array | string,
  ): Promise<Proof> {
    const read = readDetached(token, { purpose, signer });
    if (!read.ok) return read;
    const key = await keyOf(read.value);
    if (!key.ok) return key;
    const { publicKey, snapshot } = key;
    const answer = await verifyRead(read.value, payload(), { publicKey, verifier });
    return answer.ok ? { ok: true, key: snapshot } : answer;
  }

  return { prove, bounded };
}

/** The resolver of who was handed none: it asks nobody, so it needs no timer. */
export function didKeysAlone(sha256: Sha256, now: () => number): KeyResolver {
  const none = (): void => undefined;
  return keyResolver({ sha256, clock: { now, setTimeout: none, clearTimeout: none } });
}

const UNRESOLVED: SigningRefusal = signingRefusal(
  "key_unresolvable",
  "Expected the resolver to give the key in time, got none.",
);

/** SG-38. */
const MOST_RUNNING = 16;
