/**
 * @module
 * Finds the key behind a `kid`, now: `did:key` by itself, other methods by asking for the DID's document, which gives its
 * subject the keys of the relation `assertionMethod` for signing, and is then kept for a while.
 */

import { demandFunctions, demandShape, isShaped, readOptions } from "../../core/checks/index.js";
import { isPlainObject } from "../../core/json/index.js";
import type { Clock, MaybePromise } from "../../ports/index.js";
import { systemClock } from "../../system-clock.js";
import { parseStrict, type SigningRefusal, signingRefusal } from "../canonical/index.js";
import { decodeBase64url, hashText, readInstant } from "../encoding/index.js";
import type { Sha256 } from "../merkle/index.js";
import { keepLatest, withinTime } from "../runtime/index.js";
import {
  didKeyNow,
  type KeySnapshot,
  type PublicKeyResult,
  publicKeyMultibase,
  publicKeyOfMultibase,
  publicKeyOfPoint,
} from "./did-key.js";
import { keyRefusal, partsOfKeyId } from "./key-id.js";

/** A key with its snapshot, or why there is none. */
export type KeyResult =
  | { readonly ok: true; readonly snapshot: KeySnapshot; readonly publicKey: Uint8Array }
  | SigningRefusal;

/** How a key is asked for. */
export interface KeyContext {
  /** Ends the waiting with `key_unresolvable`; the request goes on while others wait for it. */
  readonly signal?: AbortSignal | undefined;
}

/** Finds keys. Its functions need no `this`. */
export interface KeyResolver {
  /**
   * The key behind a DID URL. Refuses with `key_unresolvable` when it could not be had, `key_not_authorized` when the
   * DID does not sign with it, `key_not_supported` when it is no sound Ed25519 key; it never rejects.
   *
   * @see docs/requirements/signing.md, SG-16
   */
  resolveKey(kid: string, context?: KeyContext): Promise<KeyResult>;
  /**
   * Whether a question about this DID, or about this key of it, is answered now without asking anybody; such questions
   * wait for no others.
   */
  isKept?(did: string, kid?: string): boolean;
  /** Makes the next question about this DID a new request; what is under way is answered, but not kept. */
  forgetKey(did: string): void;
}

/** What `createKeyResolver` works with. */
export interface KeyResolverOptions {
  /** For the hashes of documents. */
  readonly sha256: Sha256;
  /**
   * Resolvers by the name of their DID method, other than `key`: `{ web: didWeb({ fetch }) }`.
   *
   * @default none, so that `did:key` alone is resolved
   */
  readonly methods?: Readonly<Record<string, DidDocumentResolver>> | undefined;
  /** @default the platform's */
  readonly clock?: Clock | undefined;
}

/**
 * A resolver for `did:key`, and for the methods that are handed in.
 *
 * Of a DID there is one request at a time, which takes at most 5,000 ms and ends when nobody waits for it any more. What
 * it found is kept for 300,000 ms, a refusal for 30,000 ms, of the latest 1,000 DIDs.
 *
 * @throws {TypeError} when `sha256` or a method is no function, for a clock without timers, and for an unknown option
 * @see docs/requirements/signing.md, SG-16 to SG-24
 * @example
 * import { sha256 } from "@noble/hashes/sha2.js";
 * import { didWeb, createKeyResolver, verifyDocument } from "concordat/oap";
 * const { resolveKey } = createKeyResolver({ sha256, methods: { web: didWeb({ fetch }) } });
 * const answer = await verifyDocument(received, { purpose: "accept", signer: "did:web:example.com", resolveKey });
 * if (answer.ok) console.log(answer.snapshot?.resolvedAt);
 */
export function createKeyResolver(options: KeyResolverOptions): KeyResolver {
  const known = readOptions("the options of a key resolver", options, ["sha256", "methods", "clock"]);
  const { sha256, methods = {}, clock = systemClock } = known;
  demandShape("methods", methods, "object");
  demandFunctions({ sha256: sha256 ?? null, ...methods });
  demandShape("clock", clock, ["now", "setTimeout", "clearTimeout"]);
  const resolvers = new Map(Object.entries(methods));
  const verdicts = new Map<string, Verdict>();
  const requests = new Map<string, Request>();

  async function resolveKey(kid: string, context?: KeyContext): Promise<KeyResult> {
    const did = partsOfKeyId(kid)?.did;
    if (did === undefined) return keyRefusal("unresolvable", "a DID URL with a fragment");
    if (did.startsWith("did:key:")) return didKeyNow(kid, clock.now());
    const { found, documentHash, at } =
      keptVerdict(did, kid) ??
      (await unlessAborted(() => requestFor(did), context?.signal ?? undefined)) ??
      NOTHING;
    if (!found.ok) return found;
    const key = found.keys.get(kid) ?? keyRefusal("not_authorized", "a key that the DID signs with");
    if (!key.ok) return key;
    // A copy: what is kept is nobody's to change.
    const publicKey = key.publicKey.slice();
    const multibase = publicKeyMultibase(publicKey);
    const snapshot = Object.freeze({ kid, publicKeyMultibase: multibase, documentHash, resolvedAt: at });
    return Object.freeze({ ok: true, snapshot, publicKey });
  }

  function keptVerdict(did: string, kid?: string): Verdict | undefined {
    const verdict = verdicts.get(did);
    if (verdict === undefined) return undefined;
    const { at, triedAt, found } = verdict;
    const now = clock.now();
    // A document without that key is a refusal too: it may have been published since.
    const isFound = found.ok && (kid === undefined || found.keys.get(kid)?.ok === true);
    // A key ends when its document says, and a clock that was set back keeps none for longer (SG-18, SG-21).
    const until = isFound ? Math.min(found.until, at + 300_001) : triedAt + 30_001;
    return now >= (isFound ? at : triedAt) && now < until ? verdict : undefined;
  }

  function requestFor(did: string): Request {
    const running = requests.get(did);
    if (running !== undefined && !running.stop.signal.aborted) return running;
    const stop = new AbortController();
    const found = withinTime(clock, (signal) => finding(did, signal), undefined, stop.signal);
    const verdict = found.then((finding = NOTHING) => {
      const triedAt = clock.now();
      const before = keptVerdict(did);
      // Who asked for a key that a document lacks takes from nobody those that it has.
      const isLost = !finding.found.ok && finding.found.code === "key_unresolvable" && before?.found.ok;
      const verdict = isLost ? { ...before, triedAt } : { ...finding, at: triedAt, triedAt };
      // Forgotten meanwhile, it is not kept, and the request of now is another.
      if (requests.get(did) === request) {
        requests.delete(did);
        // Nor is what nobody waited for: it may have been about to come.
        if (!stop.signal.aborted) keepLatest(verdicts, did, verdict, 1000);
      }
      return verdict;
    });
    const request = { verdict, stop, waiting: 0 };
    requests.set(did, request);
    return request;
  }

  async function finding(did: string, signal: AbortSignal): Promise<Finding | undefined> {
    const [, method = ""] = did.split(":");
    const answer = await resolvers.get(method)?.(did, { signal });
    if (answer instanceof Uint8Array) {
      const document = parseStrict(answer, { numbers: "any" });
      const found = signingKeysOf(document.ok && document.value, did, clock.now());
      return { found, documentHash: hashText(sha256, answer) };
    }
    if (!answer?.code.startsWith("key_")) return undefined;
    return { found: signingRefusal(answer.code, answer.message), documentHash: null };
  }

  function forgetKey(did: string): void {
    verdicts.delete(did);
    requests.delete(did);
  }

  return Object.freeze({
    resolveKey,
    isKept: (did: string, kid?: string) => keptVerdict(did, kid) !== undefined,
    forgetKey,
  });
}

/** What the document of a DID says about its keys. */
interface Finding {
  readonly found: SigningKeysResult;
  readonly documentHash: string | null;
}

interface Verdict extends Finding {
  /** Epoch ms. */
  readonly at: number;
  /** Epoch ms: when it was last asked for, perhaps in vain. */
  readonly triedAt: number;
}

const NOTHING: Verdict = {
  found: keyRefusal("unresolvable", "a document of the DID in time"),
  documentHash: null,
  at: 0,
  triedAt: 0,
};

/** What is asked for, by how many, and how it ends when these have left. */
interface Request {
  readonly verdict: Promise<Verdict>;
  readonly stop: AbortController;
  waiting: number;
}

/**
 * What a request gives, or `undefined` once the signal is aborted, before which alone it is begun; nor is it for what is
 * no signal, since nobody would hear of its end.
 */
function unlessAborted(begin: () => Request, signal: AbortSignal | undefined): Promise<Verdict | undefined> {
  return new Promise((resolve) => {
    const isSignal = signal === undefined || isShaped(signal, ["addEventListener", "removeEventListener"]);
    if (!isSignal || signal?.aborted) return resolve(undefined);
    const request = begin();
    const leave = (verdict?: Verdict): void => {
      resolve(verdict);
      signal?.removeEventListener("abort", onAbort);
      request.waiting -= 1;
      if (verdict === undefined && request.waiting === 0) request.stop.abort();
    };
    const onAbort = (): void => leave();
    request.waiting += 1;
    signal?.addEventListener("abort", onAbort);
    request.verdict.then((verdict) => signal?.aborted || leave(verdict));
  });
}

/**
 * Finds the document of a DID of one method: its bytes as they came, or why there are none. An exception is
 * `key_unresolvable`.
 *
 * Whoever has the document as an object gives `new TextEncoder().encode(JSON.stringify(document))`; one of a
 * deactivated DID is refused with `key_not_authorized`.
 *
 * @see docs/requirements/signing.md, SG-24
 */
export type DidDocumentResolver = (
  did: string,
  context: { readonly signal: AbortSignal },
) => MaybePromise<Uint8Array | SigningRefusal>;

/** The keys of a document by `kid`, or why none counts. */
export type SigningKeysResult =
  | {
      readonly ok: true;
      readonly keys: ReadonlyMap<string, PublicKeyResult>;
      /** Epoch ms at which the first of them is over. */
      readonly until: number;
    }
  | SigningRefusal;

/**
 * The keys with which a DID may sign, by its document: each `kid` with its key, or with `key_not_supported`.
 *
 * A method may be embedded in the relation or referenced there. Not among them are methods of other relations alone,
 * those that another DID controls, that have expired or are revoked, and two of one id. The document of another DID
 * is `key_unresolvable`, that of a deactivated one `key_not_authorized`.
 *
 * @param document - strict JSON
 * @param now - epoch ms, for methods that expire
 * @see docs/requirements/signing.md, SG-18; https://www.w3.org/TR/cid-1.0/#verification-methods for `expires`
 * and `revoked`
 */
export function signingKeysOf(document: unknown, did: string, now: number): SigningKeysResult {
  if (!isPlainObject(document) || document["id"] !== did) {
    return keyRefusal("unresolvable", "the document of this DID");
  }
  if (![undefined, false].includes(document["deactivated"] as undefined)) {
    return keyRefusal("not_authorized", "a DID that is not deactivated");
  }
  const relation = listOf(document["assertionMethod"]);
  const methods = new Map<string, Members | undefined>();
  for (const method of [...listOf(document["verificationMethod"]), ...relation].filter(isPlainObject)) {
    const kid = absoluteId(method, did);
    methods.set(kid, methods.has(kid) ? undefined : method);
  }
  const keys = new Map<string, PublicKeyResult>();
  let until = Number.POSITIVE_INFINITY;
  for (const kid of new Set(relation.map((entry) => absoluteId(entry, did)))) {
    const method = methods.get(kid);
    // What is no instant with its zone counts as over.
    const ends = [method?.["expires"], method?.["revoked"]].map((instant) =>
      instant === undefined ? Number.POSITIVE_INFINITY : (anyInstant(instant) ?? now),
    );
    const end = Math.min(...ends);
    if (method?.["controller"] !== did || end <= now) continue;
    keys.set(kid, keyOf(method));
    until = Math.min(until, end);
  }
  return { ok: true, keys, until };
}

/** Epoch ms of a `dateTimeStamp`: in any zone, to any fraction of a second. */
function anyInstant(value: unknown): number | undefined {
  const known = readInstant(value);
  if (known !== undefined || typeof value !== "string" || !STAMP.test(value)) return known;
  const at = Date.parse(value);
  // There are days that it takes for the next ones.
  return Number.isNaN(at) || readInstant(`${value.slice(0, 19)}Z`) === undefined ? undefined : at;
}

const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

type Members = Readonly<Record<string, unknown>>;

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Of a method or a reference to one; empty for what has no id. */
function absoluteId(entry: unknown, did: string): string {
  const id = isPlainObject(entry) ? entry["id"] : entry;
  if (typeof id !== "string") return "";
  return id.startsWith("#") ? did + id : id;
}

function keyOf({ type, publicKeyMultibase, publicKeyJwk }: Members): PublicKeyResult {
  if (type === "Multikey" || type === "Ed25519VerificationKey2020") {
    return publicKeyOfMultibase(publicKeyMultibase);
  }
  const isJwk = (type === "JsonWebKey" || type === "JsonWebKey2020") && isPlainObject(publicKeyJwk);
  const jwk: Members = isJwk ? publicKeyJwk : {};
  const { kty, crv, x, d, use = "sig", key_ops = ["verify"], alg = "EdDSA" } = jwk;
  // What it is for, where it says so: RFC 7517, sections 4.2 to 4.4; the names are of RFC 8037 and RFC 9864.
  const isNamed = alg === "EdDSA" || alg === "Ed25519";
  const isForVerifying = isNamed && use === "sig" && listOf(key_ops).includes("verify");
  // One with a member `d` shows its private part to everybody.
  const isPublic = kty === "OKP" && crv === "Ed25519" && d === undefined && typeof x === "string";
  return publicKeyOfPoint(isPublic && isForVerifying ? decodeBase64url(x) : undefined);
}
