/**
 * @module
 * Vectors that every engine has to answer alike, and how one is answered: with nothing of Node, so that a page runs
 * it as well.
 */

import { Point } from "@noble/ed25519";
import { sha256 } from "@noble/hashes/sha2.js";
import { decodeBase58btc, encodeBase58btc } from "../../src/oap/encoding/index.js";
import type { NumberForm, SignaturePurpose } from "../../src/oap/index.js";
import {
  canonicalize,
  createMerkleTree,
  didKeySigner,
  guardedVerifier,
  leafHash,
  parseStrict,
  pointVerifier,
  resolveDidKey,
  signDocument,
  strictCopy,
  verifyDocument,
  verifyInclusion,
  webCryptoVerifier,
} from "../../src/oap/index.js";

/** What is asked; bytes are hex. */
export type Question =
  | { readonly kind: "canonical"; readonly text: string; readonly numbers: NumberForm }
  | { readonly kind: "sign"; readonly seed: string; readonly message: string }
  | {
      readonly kind: "verify";
      readonly engine: "WebCrypto" | "points";
      readonly signature: string;
      readonly message: string;
      readonly publicKey: string;
    }
  | { readonly kind: "did:key"; readonly did: string }
  | {
      readonly kind: "eddsa-jcs-2022";
      readonly document: string;
      readonly proof: string;
      readonly secretKeyMultibase: string;
    }
  | {
      readonly kind: "document";
      readonly seed: string;
      readonly purpose: SignaturePurpose;
      readonly document: string;
    }
  | { readonly kind: "merkle"; readonly leaves: readonly string[] }
  | { readonly kind: "realm" };

/** A question, and what has to come. */
export interface PortableVector {
  readonly name: string;
  readonly question: Question;
  readonly expected: unknown;
}

/** The answer of the engine at hand, as JSON has it. */
export async function answerTo(question: Question): Promise<unknown> {
  switch (question.kind) {
    case "canonical":
      return canonicalHex(question.text, question.numbers);
    case "sign":
      return hexOf(await (await didKeySigner(bytesOf(question.seed))).sign(bytesOf(question.message)));
    case "verify": {
      const verify = guardedVerifier(ENGINES[question.engine]);
      return verify(bytesOf(question.signature), bytesOf(question.message), bytesOf(question.publicKey));
    }
    case "did:key": {
      const key = resolveDidKey(`${question.did}#${question.did.slice("did:key:".length)}`);
      return key.ok ? hexOf(key.publicKey) : key.code;
    }
    case "eddsa-jcs-2022":
      return proofSteps(question.document, question.proof, question.secretKeyMultibase);
    case "document":
      return signedAndVerified(question.seed, question.purpose, JSON.parse(question.document));
    case "merkle":
      return rootsOf(question.leaves.map(bytesOf));
    case "realm":
      return ofAnotherRealm();
  }
}

const ENGINES = { WebCrypto: webCryptoVerifier(), points: pointVerifier(Point) };

function canonicalHex(text: string, numbers: NumberForm): string {
  const parsed = parseStrict(new TextEncoder().encode(text), { numbers });
  return parsed.ok ? hexOf(canonicalize(parsed.value, { numbers })) : parsed.code;
}

/** Every step of the suite: canonical forms, hashes by WebCrypto, signature. */
async function proofSteps(document: string, proof: string, secretKeyMultibase: string): Promise<unknown> {
  const form = (text: string): Uint8Array<ArrayBuffer> => canonicalize(JSON.parse(text), { numbers: "any" });
  const hash = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
    hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
  const hashes = [await hash(form(proof)), await hash(form(document))];
  const secret = decodeBase58btc(secretKeyMultibase.slice(1)) ?? new Uint8Array();
  const signer = await didKeySigner(secret.slice(2));
  const signature = await signer.sign(bytesOf(hashes.join("")));
  return {
    document: new TextDecoder().decode(form(document)),
    proof: new TextDecoder().decode(form(proof)),
    hashes,
    kid: signer.kid,
    signature: hexOf(signature),
    proofValue: `z${encodeBase58btc(signature)}`,
  };
}

/** The signature, and what becomes of the document as it is, with a change, and for another purpose. */
async function signedAndVerified(
  seed: string,
  purpose: SignaturePurpose,
  document: unknown,
): Promise<unknown> {
  const own = await didKeySigner(bytesOf(seed));
  const signed = await signDocument(document, purpose, own);
  if (!signed.ok) return signed.code;
  const signer = own.kid.slice(0, own.kid.indexOf("#"));
  const verdicts: unknown[] = [];
  for (const [received, expected] of [
    [signed.document, purpose],
    [{ ...signed.document, round: 2 }, purpose],
    [signed.document, purpose === "open" ? "accept" : "open"],
  ] as const) {
    const answer = await verifyDocument(received, { purpose: expected, signer });
    verdicts.push(answer.ok || answer.code);
  }
  return { signature: signed.document.signature, verdicts };
}

/** The roots of every size, each with whether all its leaves are proved to be in it. */
function rootsOf(leaves: readonly Uint8Array[]): unknown {
  const tree = createMerkleTree(sha256);
  const roots = [hexOf(tree.root())];
  for (const leaf of leaves) {
    tree.append(leaf);
    const size = tree.size();
    const root = tree.root();
    const isProved = leaves.slice(0, size).every((entry, index) => {
      const proof = tree.inclusionProof(index);
      return verifyInclusion(sha256, { leaf: leafHash(sha256, entry), index, size, root, proof });
    });
    roots.push(isProved ? hexOf(root) : "not proved");
  }
  return roots;
}

/** Plain data of an iframe is plain data; where there is no document, the same of this realm. */
function ofAnotherRealm(): unknown {
  const frame = globalThis.document?.body.appendChild(globalThis.document.createElement("iframe"));
  const realm = (frame?.contentWindow ?? globalThis) as unknown as typeof globalThis;
  const value: unknown = realm.JSON.parse('{"terms":{"price":[40,null]}}');
  const date: unknown = new realm.Date(0);
  frame?.remove();
  return [value, { terms: date }].map((one) => {
    const copy = strictCopy(one);
    return copy.ok ? copy.value : copy.code;
  });
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
