/**
 * @module
 * Signed notes after C2SP: a text, a blank line, and lines with the signatures of keys that bear names. What the text
 * of a log's note says is in `checkpoint.ts`.
 */

import { demandFunctions, readOptions } from "../../core/checks/index.js";
import { refusalOfOther, type SigningRefusal, signingRefusal } from "../canonical/index.js";
import { decodeBase64, encodeBase64 } from "../encoding/index.js";
import { demandPublicKey, type Signer, type VerifierOptions } from "../keys/index.js";
import type { Sha256 } from "../merkle/index.js";
import { holds, webCryptoVerifier } from "../signing/index.js";

/** An Ed25519 key that signs notes under a name. */
export interface NoteSigner extends Pick<Signer, "sign"> {
  /** Without white space and plus signs: for a log its origin, such as `example.com/log`. */
  readonly name: string;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
}

/** What a note is read with. */
export interface ReadNoteOptions extends VerifierOptions {
  /** The keys that are trusted, as `noteKey` writes them; signatures of others are passed over. */
  readonly keys: readonly string[];
  readonly sha256: Sha256;
}

/** The text of a note and the names of the trusted keys that signed it, at least one. */
export type ReadNoteResult =
  | { readonly ok: true; readonly text: string; readonly signers: readonly string[] }
  | SigningRefusal;

/**
 * A verifier key as text: the name, the key's id and the key. It is public: a log gives it to those who check it.
 *
 * @param publicKey - 32 bytes
 * @throws {TypeError} for other bytes, and for a name that is empty or has white space or a plus sign
 * @see https://c2sp.org/signed-note
 * @example
 * noteKey("example.com/log", publicKey, sha256); // "example.com/log+530d903a+AekyeRrm..."
 */
export function noteKey(name: string, publicKey: Uint8Array, sha256: Sha256): string {
  if (typeof name !== "string" || !NAME.test(name)) {
    throw new TypeError("Expected a name without white space and plus signs, got another.");
  }
  demandPublicKey(publicKey);
  return keyText(name, publicKey, sha256);
}

/** The 32 bytes in a verifier key for Ed25519 whose id is its own; `undefined` for what is none. */
export function keyOfNoteKey(text: unknown, sha256: Sha256): Uint8Array | undefined {
  const [, name = "", encoded = ""] = /^([^+]+)\+[^+]+\+(.+)$/.exec(String(text)) ?? [];
  const publicKey = decodeBase64(encoded)?.slice(1);
  const isKey = NAME.test(name) && publicKey?.length === 32;
  return isKey && keyText(name, publicKey, sha256) === text ? publicKey : undefined;
}

/**
 * A note: the text with the signatures of these keys.
 *
 * @throws {TypeError} for a text that does not end with a newline or has control characters, for no signers or over 100, for a
 * name or key as `noteKey` does, and when a signer gives anything but 64 bytes
 * @see https://c2sp.org/signed-note; docs/requirements/signing.md, SG-32
 * @example
 * const note = await writeNote("Hello.\n", [{ name: "example.com/log", publicKey, sign }], sha256);
 */
export async function writeNote(
  text: string,
  signers: readonly NoteSigner[],
  sha256: Sha256,
): Promise<string> {
  const isSignable = signers.length > 0 && signers.length <= MOST_SIGNATURES;
  if (!isSignable || !text.endsWith("\n") || MALFORMED.test(text)) {
    throw new TypeError("Expected a text of lines, and 1 to 100 signers, got others.");
  }
  const lines: string[] = [];
  for (const { name, publicKey, sign } of signers) {
    noteKey(name, publicKey, sha256);
    const signature: unknown = await sign(ENCODER.encode(text));
    if (!(signature instanceof Uint8Array) || signature.length !== 64) {
      throw new TypeError("Expected the signer to give 64 bytes, got another value.");
    }
    const id = keyId(name, publicKey, sha256);
    lines.push(`\u2014 ${name} ${encodeBase64(new Uint8Array([...id, ...signature]))}\n`);
  }
  return `${text}\n${lines.join("")}`;
}

/**
 * The text of a note, if a trusted key signed it.
 *
 * Refuses with `document_invalid` what is no note, and one with more than 100 signatures; with `signature_invalid` one
 * without a signature of a trusted key, and one with a signature of such a key that does not hold.
 *
 * @throws {TypeError} when one of `keys` is no verifier key, and for an unknown option
 * @see https://c2sp.org/signed-note; docs/requirements/signing.md, SG-32
 * @example
 * const read = await readNote(note, { keys: [verifierKey], sha256 });
 * if (read.ok) console.log(read.text, read.signers);
 */
export async function readNote(note: unknown, options: ReadNoteOptions): Promise<ReadNoteResult> {
  const given = readOptions("the options of readNote", options, ["keys", "sha256", "verifier"]);
  const { keys, sha256, verifier = webCryptoVerifier() } = given;
  demandFunctions({ sha256: sha256 ?? null, verifier });
  if (!Array.isArray(keys) || !keys.every((text) => keyOfNoteKey(text, sha256))) {
    throw new TypeError("Expected keys of the form name+id+key, got another.");
  }
  const parts = textAndSignatures(note);
  if (parts === undefined) return refusalOfOther("document_invalid", "a signed note");
  const signers = new Set<string>();
  for (const { name, signature } of parts.signatures) {
    const start = `${name}+${hexOf(signature.subarray(0, ID_BYTES))}+`;
    const key = keys.find((text) => text.startsWith(start));
    const publicKey = keyOfNoteKey(key, sha256);
    if (publicKey === undefined) continue;
    // Anew for each: an engine may give away what it is handed, to a worker for instance.
    const bytes = ENCODER.encode(parts.text);
    if (!(await holds(verifier, signature.slice(ID_BYTES), bytes, publicKey))) {
      return refusalOfOther("signature_invalid", "a signature that holds");
    }
    signers.add(name);
  }
  if (signers.size > 0)
    return Object.freeze({ ok: true, text: parts.text, signers: Object.freeze([...signers]) });
  return signingRefusal("signature_invalid", "Expected a signature of a trusted key, got none.");
}

/** The text of a note, its newline included, with nothing verified; `undefined` for what is no note. */
export function noteText(note: unknown): string | undefined {
  return textAndSignatures(note)?.text;
}

interface NoteSignature {
  readonly name: string;
  /** The key's id, then the signature. */
  readonly signature: Uint8Array;
}

function textAndSignatures(
  note: unknown,
): { readonly text: string; readonly signatures: readonly NoteSignature[] } | undefined {
  if (typeof note !== "string" || MALFORMED.test(note) || !note.endsWith("\n")) return undefined;
  const end = note.lastIndexOf("\n\n");
  const lines = note.slice(end + 2, -1).split("\n");
  if (end === -1 || lines.length > MOST_SIGNATURES) return undefined;
  const signatures: NoteSignature[] = [];
  for (const line of lines) {
    const [, name = "", encoded = ""] = /^\u2014 (\S+) (\S+)$/u.exec(line) ?? [];
    const signature = decodeBase64(encoded);
    if (!NAME.test(name) || signature === undefined || signature.length <= ID_BYTES) return undefined;
    signatures.push({ name, signature });
  }
  return { text: note.slice(0, end + 1), signatures };
}

function keyText(name: string, publicKey: Uint8Array, sha256: Sha256): string {
  const id = hexOf(keyId(name, publicKey, sha256));
  return `${name}+${id}+${encodeBase64(new Uint8Array([ED25519, ...publicKey]))}`;
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function keyId(name: string, publicKey: Uint8Array, sha256: Sha256): Uint8Array {
  return sha256(new Uint8Array([...ENCODER.encode(`${name}\n`), ED25519, ...publicKey])).slice(0, ID_BYTES);
}

const ENCODER = new TextEncoder();

/** The type of a signature over the text itself. */
const ED25519 = 1;
const ID_BYTES = 4;
const MOST_SIGNATURES = 100;

const NAME = /^[^\s+\p{Cc}\p{Surrogate}]+$/u;

/** A control character other than a newline, or half a character. */
const MALFORMED = /(?!\n)\p{Cc}|\p{Surrogate}/u;
