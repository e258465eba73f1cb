/**
 * @module
 * What is pinned, as digests: the first 32 hexadecimal digits of a SHA-256, by a name that tells where something
 * differs.
 */

import { createHash } from "node:crypto";

/** Digests by what they are of. */
export type Digests = Readonly<Record<string, string>>;

/** The digest of texts, each told from the next by its length. */
export function digestOf(texts: Iterable<string>): string {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(`${text.length}:`).update(text);
  return hash.digest("hex").slice(0, 32);
}

/**
 * The text of a value with what JSON leaves out: errors by name, code and message, functions by their kind.
 *
 * The order of members counts: it is in what is stored.
 */
export function textOf(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => told(member)) ?? "undefined";
}

/** As `textOf`, with numbers of nine significant digits: in the last ones platforms differ. */
export function roundedText(value: unknown): string {
  return textOf(JSON.parse(textOf(value), (_, member: unknown) => rounded(member)));
}

/** A text with its long decimal numbers as `roundedText` has them. */
export function roundedNumbers(text: string): string {
  return text.replace(/\b\d+\.\d{9,}(?:e-?\d+)?/g, (digits) => `${rounded(Number(digits))}`);
}

function told(member: unknown): unknown {
  if (member instanceof Error) {
    const { name, message } = member;
    return { name, message, ...("code" in member ? { code: member.code } : {}) };
  }
  return typeof member === "function" ? "function" : member;
}

function rounded(member: unknown): unknown {
  return typeof member === "number" ? Number(member.toPrecision(9)) : member;
}
