/**
 * @module
 * Ed25519 keys of tests, and signatures on which engines disagree: built with the point arithmetic of `@noble/curves`.
 */

import { createHash } from "node:crypto";
import { ED25519_TORSION_SUBGROUP, ed25519 } from "@noble/curves/ed25519.js";

const { Point } = ed25519;
type Point = InstanceType<typeof Point>;

/** L, the order of the base point. */
export const ORDER: bigint = Point.Fn.ORDER;

/** p, the order of the field. */
export const PRIME: bigint = 2n ** 255n - 19n;

export const seed = new Uint8Array(32).fill(7);
export const publicKey: Uint8Array = ed25519.getPublicKey(seed);
export const message: Uint8Array = new TextEncoder().encode("40 euros");
export const signature: Uint8Array = ed25519.sign(message, seed);

/** Signature, message, key and the one verdict that every engine has to give. */
export interface Case {
  readonly name: string;
  readonly signature: Uint8Array;
  readonly message: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly isValid: boolean;
}

/** The eight points of small order, canonical. */
export const smallOrderPoints: readonly Uint8Array[] = ED25519_TORSION_SUBGROUP.map((hex) => bytesOf(hex));

/** Encodings whose y is p or more, with both signs: the same points as y - p, if any. */
export const nonCanonicalPoints: readonly Uint8Array[] = Array.from({ length: 19 }, (_, index) =>
  [0, 0x80].map((sign) => {
    const bytes = littleEndian(PRIME + BigInt(index));
    bytes[31]! |= sign;
    return bytes;
  }),
).flat();

/** Every case on which verifiers in use disagree, and good ones. */
export function cases(): Case[] {
  const good = (name: string, of: Uint8Array, over: Uint8Array, key: Uint8Array): Case => ({
    name,
    signature: of,
    message: over,
    publicKey: key,
    isValid: true,
  });
  const bad = (name: string, of: Uint8Array, key: Uint8Array = publicKey): Case => ({
    ...good(name, of, message, key),
    isValid: false,
  });
  const s = numberOf(signature.subarray(32));
  const zero = new Uint8Array(32);
  return [
    good("a good signature", signature, message, publicKey),
    good("a good one over nothing", ed25519.sign(new Uint8Array(), seed), new Uint8Array(), publicKey),
    bad("S + L", joined(signature.subarray(0, 32), littleEndian(s + ORDER))),
    bad("S = L", joined(signature.subarray(0, 32), littleEndian(ORDER))),
    ...smallOrderPoints
      .slice(1)
      .map((point, index) => bad(`torsion component ${index + 1} in R`, withTorsion(Point.fromBytes(point)))),
    ...smallOrderPoints.flatMap((point, index) => [
      bad(`key of small order ${index}, identity as R and S = 0`, joined(smallOrderPoints[0]!, zero), point),
      bad(`key of small order ${index}, R = [S]B`, joined(base(5n), littleEndian(5n)), point),
      bad(`R of small order ${index}`, joined(point, signature.subarray(32))),
      bad(`R of small order ${index} that fits`, fitting(Point.fromBytes(point))),
    ]),
    ...nonCanonicalPoints.flatMap((point, index) => [
      bad(`non-canonical key ${index}`, joined(base(5n), littleEndian(5n)), point),
      bad(`non-canonical R ${index}`, joined(point, signature.subarray(32))),
    ]),
    bad("a key that is no point", signature, noPoint()),
    bad("R that is no point", joined(noPoint(), signature.subarray(32))),
    bad("a signature of 63 bytes", signature.subarray(1)),
    bad("a signature of 65 bytes", joined(signature, new Uint8Array(1))),
    bad("a key of 31 bytes", signature, publicKey.subarray(1)),
    bad("a key of 33 bytes", signature, joined(publicKey, new Uint8Array(1))),
    bad("nothing", new Uint8Array(), new Uint8Array()),
  ];
}

/** Signed by the good key, with R = [r]B + T: the equation holds only after multiplying by the cofactor. */
function withTorsion(torsion: Point): Uint8Array {
  const r = 123456789n;
  return signedWith(Point.BASE.multiply(r).add(torsion), r);
}

/** Signed by the good key with R = T alone. */
function fitting(torsion: Point): Uint8Array {
  return signedWith(torsion, 0n);
}

function signedWith(pointR: Point, r: bigint): Uint8Array {
  const { scalar } = ed25519.utils.getExtendedPublicKey(seed);
  const encodedR = pointR.toBytes();
  const hash = createHash("sha512").update(encodedR).update(publicKey).update(message).digest();
  return joined(encodedR, littleEndian((r + numberOf(hash) * scalar) % ORDER));
}

function base(scalar: bigint): Uint8Array {
  return Point.BASE.multiply(scalar).toBytes();
}

/** The first canonical y that has no x. */
function noPoint(): Uint8Array {
  for (let y = 2n; ; y += 1n) {
    const bytes = littleEndian(y);
    try {
      Point.fromBytes(bytes);
    } catch {
      return bytes;
    }
  }
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

export function littleEndian(value: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, index) => Number((value >> BigInt(8 * index)) & 255n));
}

export function bytesOf(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex, "hex"));
}

function numberOf(bytes: Uint8Array): bigint {
  return bytes.reduceRight((value, byte) => value * 256n + BigInt(byte), 0n);
}
