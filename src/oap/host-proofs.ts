/**
 * @module
 * The slow part of a host's work: finding keys and checking signatures, so many at a time that nobody starves.
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
export type Proof = { readonly ok: true; readonly key: KeySnapshot } | OapRefusal | SigningRefusal;

/** Checks signatures for a host. */
export interface HostProofs {
  /** Whether `token` is a signature of `signer` for that purpose over `payload`, by a key of now. */
  prove(
    purpose: SignaturePurpose,
    signer: string,
    token: unknown,
    payload: () => Uint8Array | string,
  ): Promise<Proof>;
  /** Does work of a party about a negotiation unless 8 such works are under way: `queue_full`. */
  bounded<T>(id: string, party: string, work: () => Promise<T>): Promise<T | OapRefusal>;
}

/** @see spec signing, SG-16, SG-37 and SG-38; spec oap, OAP-54 */
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
  const inTurn = lookUpTurns();

  async function bounded<T>(id: string, party: string, work: () => Promise<T>): Promise<T | OapRefusal> {
    const name = `${id} ${party}`;
    if ((running.get(name) ?? 0) >= MOST_RUNNING) return tooMany(`${MOST_RUNNING} documents of a party`);
    count(running, name, 1);
    try {
      return await work();
    } finally {
      count(running, name, -1);
    }
  }

  async function foundBy(
    resolver: KeyResolver,
    kid: string,
    isOpening: boolean,
  ): Promise<KeyResult | OapRefusal> {
    const did = kid.slice(0, kid.indexOf("#"));
    const asked = (): Promise<KeyResult | undefined> =>
      withinTime(clock, async (signal) => resolver.resolveKey(kid, { signal }));
    const asksNobody = did.startsWith("did:key:") || resolver.isKept?.(did) === true;
    const key = asksNobody ? await asked() : await inTurn(did, isOpening, asked);
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
    const key = resolver
      ? await foundBy(resolver, kid, purpose === "open")
      : didKeyNow(kid, clock.now(), keyOf(kid));
    if (!key.ok) return key;
    const { publicKey, snapshot } = key;
    const answer = await verifyRead(read.value, payload(), { publicKey, verifier });
    return answer.ok ? { ok: true, key: snapshot } : answer;
  }

  return { prove, bounded };
}

/** Lets a look-up wait for its turn. */
type LookUpTurns = <T>(did: string, isOpening: boolean, look: () => Promise<T>) => Promise<T | OapRefusal>;

/**
 * At most 16 look-ups at once, 8 of them for openings, so that strangers who open take nothing from parties that
 * negotiate; of one DID at most 2, so that one whose resolver hangs takes nothing from the others. The rest waits.
 */
function lookUpTurns(): LookUpTurns {
  /** Under way, by DID and by lane. */
  const running = new Map<string, number>();
  const waiting = { open: [] as Waiting[], letter: [] as Waiting[] };

  async function next(lane: keyof typeof waiting): Promise<void> {
    const isFree = ({ did }: Waiting): boolean =>
      (running.get(lane) ?? 0) < MOST_OF_LANE && (running.get(did) ?? 0) < MOST_OF_DID;
    const index = waiting[lane].findIndex(isFree);
    const [first] = index === -1 ? [] : waiting[lane].splice(index, 1);
    if (first === undefined) return;
    for (const name of [lane, first.did]) count(running, name, 1);
    await first.look();
    for (const name of [lane, first.did]) count(running, name, -1);
    // Which of them a DID's freed place lets go on, nobody knows; nor do they wait in one lane alone.
    next("open");
    next("letter");
  }

  return (did, isOpening, look) => {
    const lane = isOpening ? "open" : "letter";
    const line = waiting[lane];
    if (line.length >= MOST_WAITING) return Promise.resolve(tooMany(`${MOST_WAITING} look-ups of keys`));
    return new Promise((resolve) => {
      line.push({ did, look: () => look().then(resolve) });
      next(lane);
    });
  };
}

/** A look-up that waits; `look` never rejects. */
interface Waiting {
  readonly did: string;
  readonly look: () => Promise<void>;
}

function count(counts: Map<string, number>, name: string, more: 1 | -1): void {
  const now = (counts.get(name) ?? 0) + more;
  if (now === 0) counts.delete(name);
  else counts.set(name, now);
}

const tooMany = (most: string): OapRefusal => oapRefusal("queue_full", `at most ${most} at once`);

const UNRESOLVED: SigningRefusal = signingRefusal(
  "key_unresolvable",
  "Expected the resolver to give the key in time, got none.",
);

/** Chosen: more parties than one process talks to in a minute. */
const MOST_KEYS = 256;

/** SG-38, in halves: one party's documents leave room for the other's. */
const MOST_RUNNING = 8;

/** OAP-54. */
const MOST_OF_LANE = 8;
const MOST_OF_DID = 2;

/** Chosen: at 5 s each, what waits longest is answered within the minute. */
const MOST_WAITING = 64;
