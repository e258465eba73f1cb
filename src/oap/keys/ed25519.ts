/**
 * @module
 * The ports of the signing core, who signs and who checks, and the bytes that decide whether an Ed25519 signature is
 * looked at: before any engine, since engines disagree on small-order and non-canonical points.
 */

import { isShaped } from "../../core/checks/index.js";
import type { MaybePromise } from "../../ports/index.js";

/** Holds a private key: in memory, in WebCrypto, in a key service. */
export interface Signer {
  /** The DID URL of the key, with a fragment. */
  readonly kid: string;
  /** The 64 bytes of the Ed25519 signature (RFC 8032, without context or prehash) over `bytes`. */
  sign(bytes: Uint8Array): MaybePromise<Uint8Array>;
}

/** @throws {TypeError} for what cannot sign; it is not shown: there may be a private key in what was taken for one */
export function demandSigner(signer: Signer): void {
  if (!isShaped(signer, ["sign"])) throw new TypeError("Expected a signer with sign, got another value.");
}

/**
 * Whether an Ed25519 signature of 64 bytes over `bytes` fits a public key of 32 bytes.
 *
 * An implementation checks the equation without cofactor. It may throw, which means no; it always runs behind the
 * guard of `passesEd25519Guard`.
 *
 * @see docs/requirements/signing.md, SG-14 and SG-15
 */
export type Verifier = (
  signature: Uint8Array,
  bytes: Uint8Array,
  publicKey: Uint8Array,
) => MaybePromise<boolean>;

/** Who checks signatures. */
export interface VerifierOptions {
  /**
   * Checks behind the byte guard.
   *
   * @default WebCrypto, which begins anew each time; hand in one `webCryptoVerifier()` to keep keys and what held
   */
  readonly verifier?: Verifier | undefined;
}

/**
 * Whether signature and public key are sound: lengths 64 and 32, S < L, and A and R canonical and not of small order.
 *
 * It says nothing about whether the signature fits; that is the engine's part, by the equation without cofactor.
 *
 * @see docs/requirements/signing.md, SG-14
 * @example
 * passesEd25519Guard(new Uint8Array(64), new Uint8Array(32)); // false: both points are of small order
 */
export function passesEd25519Guard(signature: Uint8Array, publicKey: Uint8Array): boolean {
  if (signature.length !== 64 || !isSoundPoint(publicKey)) return false;
  return (
    difference(signature.subarray(POINT_BYTES), ORDER) < 0 && isSoundPoint(signature.subarray(0, POINT_BYTES))
  );
}

/**
 * Whether 32 bytes are the canonical encoding of no point of small order. They may still be no point at all.
 *
 * @see docs/requirements/signing.md, SG-14, steps 3 and 4; SG-17 for keys
 * @example
 * isSoundPoint(new Uint8Array(32)); // false
 */
export function isSoundPoint(point: Uint8Array): boolean {
  if (point.length !== POINT_BYTES) return false;
  const y = point.slice();
  y[POINT_BYTES - 1] = (y[POINT_BYTES - 1] ?? 0) & 0x7f;
  // What is above p - 1 is not canonical.
  return difference(y, MINUS_ONE) < 0 && SMALL_ORDER.every((small) => difference(y, small) !== 0);
}

const POINT_BYTES = 32;

/** L = 2^252 + 27742317777372353535851937790883648493, little endian: the order of the base point. */
export const ORDER: Uint8Array = bytesOf("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");

/** p - 1 = 2^255 - 20: the y of the point of order two. */
const MINUS_ONE = bytesOf(`ec${"ff".repeat(30)}7f`);

/** The y of the other points whose order divides the cofactor 8: 0, 1 and two of order eight, little endian. */
const SMALL_ORDER: readonly Uint8Array[] = [
  bytesOf(""),
  bytesOf("01"),
  bytesOf("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
  bytesOf("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"),
];

/** Of two little-endian numbers: below zero when the first is less, zero when they are equal. */
function difference(one: Uint8Array, other: Uint8Array): number {
  let index = POINT_BYTES - 1;
  while (index > 0 && one[index] === other[index]) index -= 1;
  return (one[index] ?? 0) - (other[index] ?? 0);
}

/** 32 bytes; those that the text does not say are zero. */
function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from({ length: POINT_BYTES }, (_, index) =>
    Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16),
  );
}
