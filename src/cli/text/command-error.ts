/**
 * @module
 * What goes wrong on the command line, as the one line that its user reads: the file, the place in it, what was
 * expected and what came.
 */

import { NegotiationError } from "../../errors.js";
import type { Fault } from "../../preferences/index.js";
import { escapedText } from "./output.js";

/** A failure with a message for the user; `exitCode` is 2 for wrong usage. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1, cause?: unknown) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

/** A place in a text, both from 1; columns in UTF-16 units. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** `file:line:column: message`, as compilers and editors write it; without a place `file: message`. */
export function fileError(
  file: string,
  place: Place | undefined,
  message: string,
  cause?: unknown,
): CommandError {
  return new CommandError(`${placeText(file, place)}: ${message}`, 1, cause);
}

/** `file:line:column`; without a place the file alone. */
export function placeText(file: string, place: Place | undefined): string {
  return place === undefined ? file : `${file}:${place.line}:${place.column}`;
}

/** The faults that an error of the library lists; empty where it lists none. */
export function faultsOf(error: unknown): readonly Fault[] {
  if (!NegotiationError.isInstance(error)) return [];
  const { issues } = error.details;
  return Array.isArray(issues) ? (issues as readonly Fault[]) : [];
}

/**
 * What a fault says.
 *
 * @param others - where more faults are, for people; the same place may come again
 */
export function faultText({ expected, received, path }: Fault, others: readonly string[] = []): string {
  const said = `Expected ${expected}, got ${received}${path.length === 0 ? "" : ` at /${path.join("/")}`}.`;
  if (others.length === 0) return said;
  const places = [...new Set(others)];
  const rest = places.length > MOST_PLACES ? ", ..." : "";
  const count = others.length === 1 ? "1 more fault" : `${others.length} more faults`;
  return `${said} ${count} at ${places.slice(0, MOST_PLACES).join(", ")}${rest}`;
}

/** Chosen: a line is to be read. */
const MOST_PLACES = 5;

/** The line for an error of any kind, without its end. */
export function errorLine(error: unknown): string {
  return `concordat: ${oneLine(error instanceof Error ? error.message : String(error))}`;
}

/** Text as it may stand on a line of a terminal: control characters become blanks, what is not seen is escaped. */
export function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is taken out
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ").trim();
  return escapedText(line);
}
