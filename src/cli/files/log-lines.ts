/**
 * @module
 * The lines of a long file, one after the other, so that it is never held as a whole; and what is wrong with the
 * spelling of one that is no entry of a log.
 */

import { createHash, createPublicKey, verify } from "node:crypto";
import { createReadStream } from "node:fs";
import { canonicalText, parseStrict, type Sha256, type Verifier, verifyLog } from "../../oap/index.js";
import { fileError } from "../text/index.js";
import { fileFailure } from "./text-file.js";

/**
 * The lines of a file in UTF-8, without their newlines; the last one may have none, and is the first that is longer
 * than any entry: of that one only the beginning is read.
 *
 * @throws {CommandError} when it cannot be read or is not UTF-8
 */
export async function* linesOf(file: string): AsyncGenerator<string> {
  // A byte order mark stays, and makes the first line no entry.
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let rest = "";
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 1_048_576 })) {
      const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
      if (rest.length > LONGEST_LINE) break;
    }
    if (rest.length <= LONGEST_LINE) rest += decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw fileFailure(file, error);
    throw fileError(file, undefined, "Expected text in UTF-8, got other bytes.", error);
  }
  if (rest !== "") yield rest;
}

/**
 * What a line lacks to be the canonical form of an entry: `"no spaces"`; `undefined` where it is canonical, or no entry
 * however it is spelled.
 */
export async function misspellingIn(line: string): Promise<string | undefined> {
  const text = line.replace(/^\ufeff/, "").replace(/\r$/, "");
  const read = parseStrict(new TextEncoder().encode(text), ENTRY_LIMITS);
  if (!read.ok) return undefined;
  const right = canonicalText(read.value, ENTRY_LIMITS);
  const verdict = await verifyLog([right], { sha256, signatures: false });
  if (right === line || (!verdict.ok && verdict.code === "entry_invalid")) return undefined;
  const dense = text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, "$1");
  const plain = JSON.stringify(JSON.parse(text));
  const lacks = [
    line.startsWith("\ufeff") && "no byte order mark",
    line.endsWith("\r") && "LF alone as the newline",
    dense !== text && "no spaces",
    plain !== right && "members in the order of their names",
    dense !== plain && "the shortest spelling of texts and numbers",
  ];
  return lacks.filter((words) => words !== false).join(", ");
}

/** No entry takes more bytes (`FORM_LIMITS` of the library), and no character less than one. */
const LONGEST_LINE = 8_388_608;

/** Those of an entry. */
export const ENTRY_LIMITS = { maxDepth: 40, maxBytes: LONGEST_LINE } as const;

/** SHA-256. */
export const sha256: Sha256 = (bytes) => createHash("sha256").update(bytes).digest();

/** Ed25519 by the equation without cofactor; the library puts its guard before it. */
export const nodeVerifier: Verifier = (signature, bytes, publicKey) => {
  const x = Buffer.from(publicKey).toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  return verify(null, bytes, key, signature);
};
