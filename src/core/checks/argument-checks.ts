/**
 * @module
 * Bounds that many doors ask for, texts and integers, and the one sentence that says what was expected and
 * what came. Each door decides for itself what it throws or collects.
 */

import { shown } from "../../errors.js";

/** "Expected <name> to be <wanted>, got <value>." Not for values that are private. */
export function unmet(name: string, wanted: string, came: unknown): string {
  return `Expected ${name} to be ${wanted}, got ${shown(came)}.`;
}

/** Whether it is a string of 1 to `most` characters. */
export function isText(value: unknown, most: number = Number.MAX_SAFE_INTEGER): value is string {
  return typeof value === "string" && value !== "" && value.length <= most;
}

/** How messages call what `isText` passes. */
export function textName(most: number = Number.MAX_SAFE_INTEGER): string {
  return most === Number.MAX_SAFE_INTEGER ? "a non-empty string" : `1 to ${most} characters`;
}

/**
 * Passes a string of 1 to `most` characters.
 *
 * @throws {TypeError} else
 */
export function demandText(name: string, value: string, most?: number): void {
  if (!isText(value, most)) throw mistake(new TypeError(unmet(name, textName(most), value)));
}

/** Whether it is an integer in that range, both ends included. */
export function isIntegerIn(
  value: unknown,
  least: number,
  most: number = Number.MAX_SAFE_INTEGER,
): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
}

/** How messages call what `isIntegerIn` passes. */
export function integerName(least: number, most: number = Number.MAX_SAFE_INTEGER): string {
  const isOpen = most === Number.MAX_SAFE_INTEGER;
  return isOpen ? `an integer of at least ${least}` : `an integer from ${least} to ${most}`;
}

/**
 * The value, if it is an integer in that range.
 *
 * @throws {RangeError} else
 */
export function integerIn(
  name: string,
  value: number,
  least: number,
  most: number = Number.MAX_SAFE_INTEGER,
): number {
  if (isIntegerIn(value, least, most)) return value;
  throw mistake(new RangeError(unmet(name, integerName(least, most), value)));
}

const MISTAKE: unique symbol = Symbol.for("concordat.mistake") as never;

/** Marks an error of a check of ours: the caller's mistake, which a retry repeats, and not a driver's own failure (EN-64). */
export function mistake<Mistake extends Error>(error: Mistake): Mistake {
  return Object.defineProperty(error, MISTAKE, {});
}

/** Whether any copy of this library has marked it. */
export function isMistake(error: unknown): boolean {
  return typeof error === "object" && error !== null && MISTAKE in error;
}
