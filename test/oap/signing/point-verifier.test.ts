import { createHash } from "node:crypto";
import { Point } from "@noble/ed25519";
import { expect, it } from "vitest";
import { pointVerifier } from "../../../src/oap/signing/index.js";
import { cases, message, publicKey, signature } from "../ed25519-cases.js";

it("SG-15: verifies with a SHA-512 handed in, at once or later", async () => {
  const sha512 = (bytes: Uint8Array): Uint8Array => createHash("sha512").update(bytes).digest();
  expect(await pointVerifier(Point, sha512)(signature, message, publicKey)).toBe(true);
  expect(await pointVerifier(Point)(signature, new Uint8Array([1]), publicKey)).toBe(false);
});

it("SG-14: multiplies by no cofactor", async () => {
  for (const one of cases().filter(({ name }) => name.startsWith("torsion"))) {
    expect(await pointVerifier(Point)(one.signature, one.message, one.publicKey)).toBe(false);
  }
});
