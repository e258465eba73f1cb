/**
 * @module
 * Files read and written for the command line: whatever fails says which file it was.
 */

import { accessSync, constants, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type CommandError, fileError } from "../text/index.js";

/**
 * The text of a regular file, without a byte order mark unless it is asked for.
 *
 * @throws {CommandError} when it cannot be read, is larger than that, or is not UTF-8
 */
export function readText(
  file: string,
  mostBytes: number = LONGEST_TEXT,
  options?: TextDecoderOptions,
): string {
  return textOf(readBytes(file, mostBytes), file, options);
}

/** What no text of V8 is longer than, so that a larger file would be refused only after it was read. */
const LONGEST_TEXT = 536_870_888;

/**
 * The text of these bytes of a file, without a byte order mark unless it is asked for.
 *
 * @throws {CommandError} when it is not UTF-8
 */
export function textOf(bytes: Uint8Array, file: string, options?: TextDecoderOptions): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ...options }).decode(bytes);
  } catch (error) {
    throw fileError(file, undefined, "Expected text in UTF-8, got other bytes.", error);
  }
}

/**
 * The bytes of a regular file.
 *
 * @throws {CommandError} when it cannot be read, or is larger than that
 */
export function readBytes(file: string, mostBytes: number): Uint8Array {
  demandRegular(file, mostBytes);
  try {
    return readFileSync(file);
  } catch (error) {
    throw fileFailure(file, error);
  }
}

/**
 * Makes sure, before it is read, that a file has an end, and is not too large: a device may go on for ever, and a pipe
 * may never begin.
 *
 * @throws {CommandError} for what is no regular file, or has more bytes
 */
export function demandRegular(file: string, mostBytes: number = Number.POSITIVE_INFINITY): void {
  try {
    const found = statSync(file);
    if (found.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" });
    if (!found.isFile()) throw new Error("Expected a regular file, got a device or a pipe.");
    if (found.size > mostBytes) throw new Error(`Expected at most ${mostBytes} bytes, got ${found.size}.`);
  } catch (error) {
    throw fileFailure(file, error);
  }
}

/**
 * Writes a file, in the place of one that is there.
 *
 * @throws {CommandError}
 */
export function writeText(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw fileFailure(file, error);
  }
}

/**
 * Makes sure early that a file can be made later: long work would be lost otherwise.
 *
 * @throws {CommandError} when its folder is not there or not writable, or it is a folder itself
 */
export function demandWritable(file: string): void {
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true)
      throw Object.assign(new Error(), { code: "EISDIR" });
    accessSync(dirname(file), constants.W_OK);
  } catch (error) {
    throw fileFailure(file, error, "Expected a folder to write to");
  }
}

/** The error for what a call on a file threw. */
export function fileFailure(file: string, error: unknown, expected = "Expected a file"): CommandError {
  const { code, message } = error as NodeJS.ErrnoException;
  const known = code === undefined ? undefined : WORDS[code];
  return fileError(file, undefined, known === undefined ? message : `${expected}, got ${known}.`, error);
}

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: "none of that name",
  ENOTDIR: "a path through something that is no folder",
  EISDIR: "a folder of that name",
  EACCES: "no permission",
  EPERM: "no permission",
  EROFS: "a read-only file system",
  ENOSPC: "a full disk",
};
