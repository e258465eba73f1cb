/**
 * @module
 * The lines of a long file, one after the other, so that it is never held as a whole.
 */

import { createReadStream } from "node:fs";
import { fileError } from "./command-error.js";
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

/** No entry takes more bytes (`FORM_LIMITS` of the library), and no character less than one. */
const LONGEST_LINE = 8_388_608;
