/**
 * @module
 * The engines that check Ed25519, all behind the byte guard: WebCrypto by default, in Node, Deno, Bun and browsers; the
 * arithmetic of points where it has no Ed25519.
 */

import { integerIn } from "../../core/checks/index.js";
import type { MaybePromise } from "../../ports/index.js";
import { decodeBase64url } from "../encoding/index.js";
import { didKeyId, ORDER, passesEd25519Guard, type Signer, type Verifier } from "../keys/index.js";
import { equalBytes } from "../merkle/index.js";
import { keepLatest } from "../runtime/index.js";

/**
 * A verifier over WebCrypto, without guard; the functions that take a verifier put the guard before it, and hand it
 * bytes that nobody else has: nobody may change those that are handed to this one until it answers.
 *
 * It keeps the keys it has imported, the last 256 of them, and the last signatures that held, so that a host and its
 * parties in one process verify a document once: make one and hand it on.
 *
 * @param subtle - the engine, by default that of the platform, looked up at the first use
 * @param remembers - signatures that held, each over at most 4,096 bytes and looked up by all bytes of key, signature and
 * content; the first one of a key is not among them. @default 256
 * @throws {RangeError} for `remembers` that is no integer of at least 0
 * @example
 * const verifier = webCryptoVerifier();
 * await verifyDetached(token, payload, { purpose: "accept", signer: did, publicKey, verifier });
 */
export function webCryptoVerifier(subtle?: SubtleCrypto, remembers: number = MOST_KEPT): Verifier {
  integerIn("remembers", remembers, 0);
  const keys = new Map<string, CryptoKey | Promise<CryptoKey>>();
  /** What held, by key and signature. */
  const held = new Map<string, Uint8Array>();
  return (signature, bytes, publicKey) => {
    const engine = subtle ?? globalThis.crypto.subtle;
    const name = textOf(publicKey);
    const verify = (key: CryptoKey): Promise<boolean> =>
      engine.verify(ALGORITHM, key, unshared(signature), unshared(bytes));
    const known = keys.get(name);
    if (known !== undefined) {
      if ("then" in known) return known.then(verify);
      if (bytes.length > MOST_BYTES) return verify(known);
      // No byte reads as what stands between.
      const mark = `${name}\u0100${textOf(signature)}`;
      if (equalBytes(held.get(mark), bytes)) return true;
      // A copy, which the slice of a Buffer is not.
      const looked = new Uint8Array(bytes);
      return verify(known).then((holds) => {
        if (holds) keepLatest(held, mark, looked, remembers);
        return holds;
      });
    }
    const imported = engine.importKey("raw", new Uint8Array(publicKey), ALGORITHM, false, ["verify"]);
    keepLatest(keys, name, imported, MOST_KEPT);
    // What cannot be imported is tried again; the caller hears of it from the same promise.
    imported.then(
      (key) => keys.has(name) && keys.set(name, key),
      () => keys.delete(name),
    );
    return imported.then(verify);
  };
}

function textOf(bytes: Uint8Array): string {
  return String.fromCharCode.apply(null, bytes as unknown as number[]);
}

/** WebCrypto, which makes a copy of its own, takes no bytes of a buffer that threads share, and here no copy is made. */
function unshared(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes as Uint8Array<ArrayBuffer>;
}

/**
 * A signer over a private key of WebCrypto, which may be one that cannot be exported.
 *
 * @param kid - the DID URL of the key, with a fragment
 * @throws {TypeError} when the key is none for signing with Ed25519
 * @example
 * const { privateKey } = (await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"])) as CryptoKeyPair;
 * const signer = webCryptoSigner("did:web:example.com#key-1", privateKey);
 */
export function webCryptoSigner(kid: string, privateKey: CryptoKey, subtle?: SubtleCrypto): Signer {
  if (privateKey?.algorithm?.name !== ALGORITHM || !privateKey.usages.includes("sign")) {
    throw new TypeError("Expected an Ed25519 private key that signs, got another value.");
  }
  return Object.freeze({
    kid,
    async sign(bytes: Uint8Array): Promise<Uint8Array> {
      const engine = subtle ?? globalThis.crypto.subtle;
      return new Uint8Array(await engine.sign(ALGORITHM, privateKey, unshared(bytes)));
    },
  });
}

/**
 * A signer whose key is named by its own `did:key`, over WebCrypto.
 *
 * @param seed - the 32 secret bytes of RFC 8032
 * @throws {TypeError} when they are not 32 bytes
 * @example
 * const signer = await didKeySigner(crypto.getRandomValues(new Uint8Array(32)));
 * signer.kid; // "did:key:z6Mk...#z6Mk..."
 */
export async function didKeySigner(seed: Uint8Array, subtle?: SubtleCrypto): Promise<Signer> {
  if (!(seed instanceof Uint8Array) || seed.length !== 32) {
    throw new TypeError("Expected seed to be 32 bytes, got another value.");
  }
  const engine = subtle ?? globalThis.crypto.subtle;
  const encoded = new Uint8Array([...PKCS8_HEAD, ...seed]);
  const readable = await engine.importKey("pkcs8", encoded, ALGORITHM, true, ["sign"]);
  const { x } = await engine.exportKey("jwk", readable);
  const publicKey = decodeBase64url(x ?? "");
  if (publicKey === undefined) throw new TypeError("Expected a public key from WebCrypto, got none.");
  const privateKey = await engine.importKey("pkcs8", encoded, ALGORITHM, false, ["sign"]);
  return webCryptoSigner(didKeyId(publicKey), privateKey, subtle);
}

const ALGORITHM = "Ed25519";

/** Chosen: more parties than one process talks to in a minute; with what they have signed 2 MB at most, at two bytes a character. */
const MOST_KEPT = 256;
/** Chosen: far more than most documents have. */
const MOST_BYTES = 4_096;

/** What stands before the 32 bytes of a private key in PKCS #8 (RFC 8410, section 7). */
const PKCS8_HEAD: readonly number[] = Object.freeze([
  48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32,
]);

/**
 * The same verifier behind the guard: every engine gives the same verdict, and never throws.
 *
 * All bytes are copied first, so that a later change of theirs changes nothing.
 *
 * @see docs/requirements/signing.md, SG-14 and SG-15
 * @example
 * const verify = guardedVerifier(webCryptoVerifier());
 * await verify(new Uint8Array(64), new Uint8Array([1]), new Uint8Array(32)); // false: small order
 */
export function guardedVerifier(engine: Verifier): (...input: Parameters<Verifier>) => Promise<boolean> {
  return async (signature, bytes, publicKey) => {
    try {
      return await holds(engine, new Uint8Array(signature), new Uint8Array(bytes), publicKey);
    } catch {
      return false;
    }
  };
}

/** The same where nobody else holds the signature and the bytes, so that the key alone has to be copied. */
export async function holds(
  engine: Verifier,
  ...[signature, bytes, publicKey]: Parameters<Verifier>
): Promise<boolean> {
  try {
    const key = new Uint8Array(publicKey);
    return passesEd25519Guard(signature, key) && (await engine(signature, bytes, key)) === true;
  } catch {
    return false;
  }
}

/** A point of the curve, as `Point` of `@noble/ed25519` makes them. */
export interface CurvePoint {
  add(other: this): this;
  negate(): this;
  multiplyUnsafe(scalar: bigint): this;
  toBytes(): Uint8Array;
}

/** As much of the class `Point` of `@noble/ed25519` (3 or newer) as is asked for. */
export interface CurvePoints<P extends CurvePoint> {
  readonly BASE: P;
  /** Throws for bytes that are no point, and for an encoding that is not canonical. */
  fromBytes(bytes: Uint8Array): P;
}

/**
 * A verifier by the equation without cofactor, `[S]B - [k]A = R`, compared as bytes.
 *
 * It has no guard of its own; the functions that take a verifier put it before it.
 *
 * @param points - the class `Point` of `@noble/ed25519`
 * @param sha512 - by default that of WebCrypto
 * @see RFC 8032, section 5.1.7; docs/requirements/signing.md, SG-14 and SG-15
 * @example
 * import { Point } from "@noble/ed25519";
 * import { pointVerifier } from "concordat/oap";
 * const verifier = pointVerifier(Point);
 */
export function pointVerifier<P extends CurvePoint>(
  points: CurvePoints<P>,
  sha512: (bytes: Uint8Array) => MaybePromise<Uint8Array> = webCryptoSha512,
): Verifier {
  return async (signature, bytes, publicKey) => {
    const encodedR = signature.slice(0, 32);
    const challenge = await sha512(new Uint8Array([...encodedR, ...publicKey, ...bytes]));
    const s = numberOf(signature.subarray(32));
    const k = numberOf(challenge) % numberOf(ORDER);
    const key = points.fromBytes(publicKey);
    const r = points.BASE.multiplyUnsafe(s).add(key.multiplyUnsafe(k).negate()).toBytes();
    return signature.length === 64 && numberOf(r) === numberOf(encodedR);
  };
}

async function webCryptoSha512(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await globalThis.crypto.subtle.digest("SHA-512", new Uint8Array(bytes)));
}

function numberOf(littleEndian: Uint8Array): bigint {
  return littleEndian.reduceRight((number, byte) => number * 256n + BigInt(byte), 0n);
}
