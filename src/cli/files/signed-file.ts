/**
 * @module
 * Files of signed JSON: read as strictly as the library reads what comes over the wire, with the place of what is
 * wrong.
 */

import type { Json } from "../../core/json/index.js";
import { type DocumentLimits, parseStrict, type SigningRefusal, strictCopy } from "../../oap/index.js";
import { type CommandError, fileError, writtenJson } from "../text/index.js";
import { parsedJson, placeOfPath } from "./json-text.js";
import { readBytes, textOf } from "./text-file.js";

/** A file and what it holds. */
export interface SignedFile {
  readonly file: string;
  readonly text: string;
  readonly value: Json;
}

/**
 * Reads a regular file of strict JSON.
 *
 * @throws {CommandError} when it cannot be read, is larger than its limit, or is no strict JSON
 */
export function readSigned(file: string, limits: DocumentLimits = {}): SignedFile {
  const bytes = readBytes(file, limits.maxBytes ?? 65_536);
  const text = textOf(bytes, file);
  // First as JSON of any kind, since that says where it is broken.
  const parsed = parsedJson(text, file);
  // The bytes as they stand: `text` has lost a byte order mark, which is none of the document's.
  const read = parseStrict(bytes, limits);
  if (read.ok) return { file, text, value: read.value };
  // The text as a whole says of a number only that there is one; the value says where.
  const again = strictCopy(parsed, limits);
  throw refusedFile({ file, text }, read, read.path ?? (again.ok ? undefined : again.path));
}

/** The error for a refusal of what a file holds; `path` leads to it from the whole file. */
export function refusedFile(
  { file, text }: Pick<SignedFile, "file" | "text">,
  { code, message }: Pick<SigningRefusal, "code" | "message">,
  path: readonly (string | number)[] = [],
): CommandError {
  const at =
    path.length === 0 ? "" : ` at ${path.map((key) => `/${writtenJson(`${key}`).slice(1, -1)}`).join("")}`;
  return fileError(file, placeOfPath(text, path), `${code}${at}: ${message}`);
}
