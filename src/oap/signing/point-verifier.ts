/**
 * @module
 * Checks Ed25519 by the arithmetic of points alone, for runtimes whose WebCrypto has no Ed25519. The package's own
 * `verify` multiplies by the cofactor and is therefore not used.
 */

import type { MaybePromise } from "../../ports/index.js";
import { ORDER, type Verifier } from "../keys/index.js";

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
