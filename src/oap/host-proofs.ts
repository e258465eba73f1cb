/**
 * @module
 * The slow part of a host's work: finding keys and checking signatures, so many at a time for each negotiation.
 */

import type { Clock } from "../ports/clock.js";
import { boundedMemo } from "./bounded-memo.js";
import { readDetached, verifyRead } from "./detached-jws.js";
import { resolveDidKey } from "./did-key.js";
import type { KeyResolver, KeyResult } from "./key-resolver.js";
import { didKeyNow, type KeySnapshot } from "./key-snapshot.js";
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

  async function foundBy(resolver: KeyResolver, kid: string): Promise<KeyResult> {
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
    const { kid } = read.value;
    const key = resolver ? await foundBy(resolver, kid) : didKeyNow(kid, clock.now(), keyOf(kid));
    if (!key.ok) return key;
    const { publicKey, snapshot } = key;
    const answer = await verifyRead(read.value, payload(), { publicKey, verifier });
    return answer.ok ? { ok: true, key: snapshot } : answer;
  }

  return { prove, bounded };
}

const UNRESOLVED: SigningRefusal = signingRefusal(
  "key_unresolvable",
  "Expected the resolver to give the key in time, got none.",
);

/** Chosen: more parties than one process talks to in a minute. */
const MOST_KEYS = 256;

/** SG-38. */
const MOST_RUNNING = 16;
