/**
 * How bytes and values are written in the vectors.
 */
import { decodeBase64url, type Signer } from "../../src/oap/index.js";

/** What `JSON.stringify` writes as it is. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [member: string]: JsonValue };

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

export function bytesOfHex(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "hex"));
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The same value, seen as JSON. */
export function json(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}

export function didOf({ kid }: Pick<Signer, "kid">): string {
  return kid.slice(0, kid.indexOf("#"));
}

/** A detached signature in its two parts. */
export function partsOfToken(token: string): { readonly header: string; readonly signature: Uint8Array } {
  const [header = "", , signature = ""] = token.split(".");
  return { header, signature: decodeBase64url(signature) ?? new Uint8Array() };
}
