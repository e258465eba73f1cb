import { ed25519 } from "@noble/curves/ed25519.js";
import { describe, expect, it } from "vitest";
import { isSoundPoint, passesEd25519Guard } from "../../../src/oap/keys/index.js";
import {
  cases,
  joined,
  littleEndian,
  nonCanonicalPoints,
  ORDER,
  PRIME,
  publicKey,
  signature,
  smallOrderPoints,
} from "../ed25519-cases.js";

describe("SG-14: the byte guard", () => {
  it("refuses S from L on, and passes L - 1", () => {
    const r = signature.subarray(0, 32);
    const passes = (s: bigint): boolean => passesEd25519Guard(joined(r, littleEndian(s)), publicKey);
    expect([0n, 1n, ORDER - 1n].map(passes)).toEqual([true, true, true]);
    expect([ORDER, ORDER + 1n, 2n ** 253n, 2n ** 256n - 1n].map(passes)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it("refuses all small-order and all non-canonical encodings, as key and as R", () => {
    expect(smallOrderPoints).toHaveLength(8);
    for (const point of [...smallOrderPoints, ...nonCanonicalPoints]) {
      expect(isSoundPoint(point)).toBe(false);
      expect(passesEd25519Guard(signature, point)).toBe(false);
      expect(passesEd25519Guard(joined(point, signature.subarray(32)), publicKey)).toBe(false);
    }
    // With the other sign x = 0 is not canonical either.
    for (const y of [1n, PRIME - 1n]) expect(isSoundPoint(littleEndian(y + 2n ** 255n))).toBe(false);
  });

  it("passes the neighbours: y = 2, p - 2, and those of order eight with one bit flipped", () => {
    const others = smallOrderPoints.map((point) => point.with(9, point[9]! ^ 1));
    for (const point of [littleEndian(2n), littleEndian(PRIME - 2n), ...others]) {
      expect(isSoundPoint(point)).toBe(true);
    }
    expect(isSoundPoint(publicKey.subarray(1))).toBe(false);
  });

  it("passes good signatures of many keys", () => {
    for (let index = 0; index < 20; index += 1) {
      const seed = new Uint8Array(32).fill(index);
      const made = ed25519.sign(new Uint8Array([index]), seed);
      expect(passesEd25519Guard(made, ed25519.getPublicKey(seed))).toBe(true);
    }
  });

  it("leaves torsion in R to the equation without cofactor, on which the packages' own verify disagrees", () => {
    const torsion = cases().filter(({ name }) => name.startsWith("torsion"));
    expect(torsion).toHaveLength(7);
    for (const one of torsion) {
      expect(passesEd25519Guard(one.signature, one.publicKey)).toBe(true);
      // Why that verify is never used.
      expect(ed25519.verify(one.signature, one.message, one.publicKey)).toBe(true);
    }
  });
});
