/**
 * @module
 * DID documents of tests, and the keys that stand in them.
 */

import { createHash } from "node:crypto";
import type { KeyResult, Signer } from "../../src/oap/keys/index.js";
import { didKeySigner } from "../../src/oap/signing/index.js";

/** The DID whose document is built here when nothing else is said. */
export const DID = "did:web:example.com";

export const KID: string = `${DID}#key-1`;

export function sha256(bytes: Uint8Array): Uint8Array {
  return createHash("sha256").update(bytes).digest();
}

/** A key pair of a seed, with the names that documents give it. */
export interface TestKey {
  readonly multibase: string;
  /** Signs under a `kid`. */
  as(kid: string): Signer;
}

export async function testKey(seedByte: number): Promise<TestKey> {
  const signer = await didKeySigner(new Uint8Array(32).fill(seedByte));
  return {
    multibase: signer.kid.slice(signer.kid.indexOf("#") + 1),
    as: (kid) => ({ kid, sign: (bytes) => signer.sign(bytes) }),
  };
}

export const firstKey: TestKey = await testKey(11);
export const secondKey: TestKey = await testKey(12);

/** A verification method; members that are `undefined` are absent. */
export function methodOf(members: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return plain({
    id: KID,
    type: "Multikey",
    controller: DID,
    publicKeyMultibase: firstKey.multibase,
    ...members,
  });
}

/** A document with one method, referenced for assertions. */
export function documentOf(members: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return plain({
    "@context": ["https://www.w3.org/ns/did/v1"],
    id: DID,
    verificationMethod: [methodOf()],
    assertionMethod: [KID],
    ...members,
  });
}

export function bytesOf(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** `"ok"`, or the code of the refusal. */
export function verdictOf(result: KeyResult | { readonly ok: true } | { ok: false; code: string }): string {
  return result.ok ? "ok" : result.code;
}

function plain(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
}
