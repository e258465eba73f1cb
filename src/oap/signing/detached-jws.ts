/**
 * @module
 * Detached signatures in the compact form of JWS, with one allowed header: who signed, for what, with Ed25519. What
 * the payload is says `signed-document.ts`.
 */

import { demandFunctions, readOptions } from "../../core/checks/index.js";
import { type SigningRefusal, signingRefusal } from "../canonical/index.js";
import {
  base64urlLength,
  decodeBase64url,
  encodeBase64url,
  paddedBase64url,
  writeBase64url,
} from "../encoding/index.js";
import { demandSigner, partsOfKeyId, type Signer, type VerifierOptions } from "../keys/index.js";
import { holds, webCryptoVerifier } from "./verifiers.js";

/**
 * What may be signed: the five documents of a negotiation, the agreement, the host's manifest.
 *
 * @see docs/requirements/signing.md, SG-11
 */
export type SignaturePurpose =
  | "open"
  | "proposal"
  | "accept"
  | "reject"
  | "withdraw"
  | "agreement"
  | "manifest";

/** Every purpose, in the order of a negotiation. */
export const SIGNATURE_PURPOSES: readonly SignaturePurpose[] = Object.freeze([
  "open",
  "proposal",
  "accept",
  "reject",
  "withdraw",
  "agreement",
  "manifest",
]);

/**
 * The `typ` of a signature for a purpose.
 *
 * @throws {TypeError} for an unknown purpose
 */
export function typeOfPurpose(purpose: SignaturePurpose): string {
  if (!SIGNATURE_PURPOSES.includes(purpose)) {
    throw new TypeError(`Expected purpose to be one of ${SIGNATURE_PURPOSES.join(", ")}, got another.`);
  }
  return `oap-${purpose}+jws`;
}

/** A detached signature taken apart; nothing of it is verified but its form, purpose and signer. */
export interface DetachedSignature {
  /** The DID URL of the key. */
  readonly kid: string;
  /** The header as it stands in the text. */
  readonly encodedHeader: string;
  /** 64 bytes. */
  readonly signature: Uint8Array;
}

/** Whose signature for what is expected. */
export interface ExpectedSignature {
  readonly purpose: SignaturePurpose;
  /** The DID that has to have signed. */
  readonly signer: string;
}

/** What `verifyDetached` checks with. */
export interface VerifyDetachedOptions extends ExpectedSignature, VerifierOptions {
  /** The 32 bytes of the key that the signature's `kid` names, from a resolver. */
  readonly publicKey: Uint8Array;
}

/**
 * A detached signature over a payload: `header..signature`, both base64url.
 *
 * @param payload - bytes, or a sound text, which stands for its UTF-8
 * @throws {TypeError} when the signer's `kid` is no DID URL with a fragment, or is too long for 1,024 characters, or
 * when it gives anything but 64 bytes
 * @see RFC 7515, appendix F; RFC 9864; docs/requirements/signing.md, SG-10
 * @example
 * const signer = await didKeySigner(new Uint8Array(32).fill(7));
 * const token = await signDetached(canonicalize({ price: 40 }), "proposal", signer);
 */
export async function signDetached(
  payload: Uint8Array | string,
  purpose: SignaturePurpose,
  signer: Signer,
): Promise<string> {
  demandSigner(signer);
  const header = headerOf(signer.kid, typeOfPurpose(purpose));
  if (header === "") {
    throw new TypeError("Expected the signer's kid to be a DID URL with a fragment, got another value.");
  }
  if (header.length + 2 + base64urlLength(SIGNATURE_BYTES) > MOST_CHARACTERS) {
    throw new TypeError(
      `Expected a kid that leaves the signature at most ${MOST_CHARACTERS} characters, got a longer.`,
    );
  }
  const signature: unknown = await signer.sign(signingInput(header, payload));
  if (!(signature instanceof Uint8Array) || signature.length !== SIGNATURE_BYTES) {
    throw new TypeError("Expected the signer to give 64 bytes, got another value.");
  }
  return `${header}..${encodeBase64url(signature)}`;
}

/**
 * A detached signature taken apart, so that its key can be looked up; `signature_invalid` when its form, header,
 * purpose or signer is another than expected.
 *
 * @see docs/requirements/signing.md, SG-10 to SG-13
 * @example
 * const read = readDetached(token, { purpose: "accept", signer: did });
 * if (read.ok) console.log(read.value.kid);
 */
export function readDetached(
  token: unknown,
  expected: ExpectedSignature,
): { readonly ok: true; readonly value: DetachedSignature } | SigningRefusal {
  const type = typeOfPurpose(expected.purpose);
  if (typeof token !== "string" || token.length > MOST_CHARACTERS) {
    return refuse(`a signature of at most ${MOST_CHARACTERS} characters`);
  }
  // Further dots are in no header and no digits.
  const dots = token.indexOf("..");
  const encodedHeader = token.slice(0, dots);
  const signature = decodeBase64url(token.slice(dots + 2));
  if (dots === -1 || signature?.length !== SIGNATURE_BYTES) {
    return refuse("a detached compact JWS of canonical base64url");
  }
  const kid = kidOf(encodedHeader);
  // Written anew, a header that is not canonical, has other members or another spelling, differs.
  if (kid === "" || encodedHeader !== headerOf(kid, type)) {
    return refuse(`the canonical header { alg: Ed25519, kid, typ: ${type} }`);
  }
  if (!kid.startsWith(`${expected.signer}#`)) return refuse("a key of the document's signer");
  return Object.freeze({ ok: true, value: Object.freeze({ kid, encodedHeader, signature }) });
}

/**
 * Whether a detached signature over a payload is the expected one: `{ ok: true, kid }`, else `signature_invalid`.
 *
 * @param payload - bytes, or a sound text, which stands for its UTF-8
 * @throws {TypeError} for an unknown purpose
 * @see docs/requirements/signing.md, SG-10 to SG-15
 * @example
 * const answer = await verifyDetached(token, payload, { purpose: "accept", signer: did, publicKey });
 * if (!answer.ok) console.log(answer.code);
 */
export async function verifyDetached(
  token: unknown,
  payload: Uint8Array | string,
  given: VerifyDetachedOptions,
): Promise<{ readonly ok: true; readonly kid: string } | SigningRefusal> {
  const options = readOptions("the options of verifyDetached", given, OPTIONS);
  const read = readDetached(token, options);
  return read.ok ? verifyRead(read.value, payload, options) : read;
}

const OPTIONS = ["purpose", "signer", "publicKey", "verifier"] as const;

/** The same for a signature that `readDetached` has taken apart. */
export async function verifyRead(
  { kid, encodedHeader, signature }: DetachedSignature,
  payload: Uint8Array | string,
  { publicKey, verifier = webCryptoVerifier() }: Pick<VerifyDetachedOptions, "publicKey" | "verifier">,
): Promise<{ readonly ok: true; readonly kid: string } | SigningRefusal> {
  demandFunctions({ verifier });
  try {
    const input = signingInput(encodedHeader, payload);
    if (await holds(verifier, signature, input, publicKey)) return Object.freeze({ ok: true, kid });
  } catch {
    // Bytes that were handed on to another thread cannot be read any more: nobody has signed them.
  }
  return refuse("a signature over this content by this key");
}

/** The ASCII bytes that are signed: the encoded header, a dot, the encoded payload. */
export function signingInput(encodedHeader: string, payload: Uint8Array | string): Uint8Array {
  const start = encodedHeader.length + 1;
  const { length } = payload;
  const input = new Uint8Array(start + base64urlLength(length));
  // The payload lies at the end first: what is written from the start on never reaches what is still to be read.
  const bytes = input.subarray(input.length - length);
  if (typeof payload !== "string") bytes.set(payload);
  else if (ENCODER.encodeInto(payload, bytes).read < length) {
    return signingInput(encodedHeader, ENCODER.encode(payload));
  }
  writeBase64url(bytes, input, start);
  ENCODER.encodeInto(encodedHeader, input);
  input[start - 1] = DOT;
  return input;
}

const DOT = 0x2e;

const ENCODER = new TextEncoder();

const MOST_CHARACTERS = 1024;
const SIGNATURE_BYTES = 64;

/** What stands in the header as its `kid`, however the header is written: the caller compares the whole. */
function kidOf(encodedHeader: string): string {
  try {
    return KID.exec(atob(encodedHeader.replaceAll("-", "+").replaceAll("_", "/")))?.[1] ?? "";
  } catch {
    return "";
  }
}

const KID = /"kid":"([^"\\]*)"/;

/**
 * The encoded header of a `kid` and a type, empty for what is no DID URL with a fragment.
 *
 * Canonical as it stands: sorted members, and no character of a DID URL needs an escape.
 */
function headerOf(kid: string, type: string): string {
  if (partsOfKeyId(kid) === undefined) return "";
  const header = `{"alg":"Ed25519","kid":"${kid}","typ":"${type}"}`;
  return paddedBase64url(header).slice(0, base64urlLength(header.length));
}

function refuse(expected: string): SigningRefusal {
  return signingRefusal("signature_invalid", `Expected ${expected}, got another.`);
}
