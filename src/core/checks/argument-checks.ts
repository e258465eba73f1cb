/**
 * @module
 * Options and arguments of a caller, each read once and refused by a throw: texts, integers, words, flags, functions,
 * and names that nobody knows; with the one sentence that says what was expected and what came.
 */

import { shown } from "../../errors.js";
import { isPlainObject } from "../json/index.js";

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

/**
 * The value, if it is one of those that are known.
 *
 * @throws {TypeError} else, naming the nearest one
 * @see docs/requirements/bargaining.md, BA-46
 */
export function demandOneOf<Text extends string>(name: string, value: Text, known: readonly Text[]): Text {
  if (known.includes(value)) return value;
  const hint = typeof value === "string" ? ` Did you mean ${shown(nearestKey(value, known))}?` : "";
  throw new TypeError(`${unmet(name, known.map(shown).join(" or "), value)}${hint}`);
}

/** @throws {TypeError} for what is neither true nor false; by the name of its option */
export function demandFlags(flags: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(flags)) {
    if (typeof value !== "boolean") throw new TypeError(unmet(name, "true or false", value));
  }
}

/** @throws {TypeError} for what is there and no function; by the name of its option */
export function demandFunctions(functions: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(functions)) {
    if (value === undefined || typeof value === "function") continue;
    throw new TypeError(unmet(name, "a function", value));
  }
}

/** @throws {TypeError} for what is no list */
export function demandList(name: string, value: unknown): void {
  if (!Array.isArray(value)) throw new TypeError(unmet(name, "a list", value));
}

/** What an option has to be: of a type, or an object with these methods. */
export type Shape = "function" | "object" | "boolean" | readonly string[];

/** @throws {TypeError} for what is there and of another shape: here rather than at its first use, in the midst of a negotiation */
export function demandShape(name: string, value: unknown, wanted: Shape): void {
  if (value === undefined || isShaped(value, wanted)) return;
  const words = typeof wanted === "string" ? `of type ${wanted}` : `an object with ${wanted.join(", ")}`;
  throw new TypeError(unmet(name, words, value));
}

/** Whether it is of that shape; what throws when it is asked for its methods is of none. */
export function isShaped(value: unknown, wanted: Shape): boolean {
  if (value === null || typeof wanted === "string") return typeof value === wanted && value !== null;
  try {
    return wanted.every(
      (method) => typeof (value as Readonly<Record<string, unknown>>)[method] === "function",
    );
  } catch {
    return false;
  }
}

/** Options with every default in its place. */
export type Filled<Options> = { readonly [Name in keyof Options]-?: Exclude<Options[Name], undefined> };

const MISTAKE: unique symbol = Symbol.for("concordat.mistake") as never;

/** Marks an error of a check of ours: the caller's mistake, which a retry repeats, and not a driver's own failure (EN-64). */
export function mistake<Mistake extends Error>(error: Mistake): Mistake {
  return Object.defineProperty(error, MISTAKE, {});
}

/** Whether any copy of this library has marked it. */
export function isMistake(error: unknown): boolean {
  return typeof error === "object" && error !== null && MISTAKE in error;
}

/**
 * A copy of the caller's options.
 *
 * @param what - how messages call it
 * @param keys - the known members
 * @throws {TypeError} when it is no plain object that can be read, or one of its members is unknown
 */
export function readOptions<Options extends object>(
  what: string,
  given: Options,
  keys: readonly (keyof Options & string)[],
): Options {
  let options: Options | undefined;
  try {
    // Not what no object literal makes: a list, a Date, a Map ...
    options = isPlainObject(given) ? { ...given } : undefined;
  } catch (cause) {
    throw new TypeError(`Expected readable members of ${what}, got one that throws.`, { cause });
  }
  // Not its value, which may hold a key.
  if (options === undefined) {
    throw new TypeError(`Expected ${what} to be an object, got ${given && `another ${typeof given}`}.`);
  }
  for (const key of Object.keys(options)) {
    if ((keys as readonly string[]).includes(key)) continue;
    const nearest = nearestKey(key, keys);
    throw new TypeError(`Expected a known member of ${what}, got ${shown(key)}. Did you mean ${nearest}?`);
  }
  return options;
}

/** Options that are integers: each with its default and its range, both ends included. */
export type IntegerOptions<Options> = {
  readonly [Name in keyof Options]-?: readonly [byDefault: number, least: number, most?: number];
};

/**
 * Options that are integers, complete.
 *
 * @throws {TypeError} as `readOptions`
 * @throws {RangeError} for one out of its range
 */
export function integerOptions<Options extends object>(
  what: string,
  given: Options,
  ranges: IntegerOptions<Options>,
): { readonly [Name in keyof Options]-?: number } {
  const names = Object.keys(ranges) as (keyof Options & string)[];
  const read: { readonly [Name in keyof Options]?: unknown } = readOptions(what, given, names);
  const filled = names.map((name) => {
    const [byDefault, least, most] = ranges[name];
    const { [name]: value = byDefault } = read;
    return [name, integerIn(name, value as number, least, most)];
  });
  return Object.fromEntries(filled);
}

/** What a timer of the platform can wait, in ms. */
export const LONGEST_TIMER_MS = 2_147_483_647;

/** The known key closest to `key` by edit distance, case ignored; the first of equals. `known` is not empty. */
export function nearestKey(key: string, known: readonly string[]): string {
  const wanted = key.slice(0, LONGEST).toLowerCase();
  const distances = known.map((candidate) => editDistance(wanted, candidate.toLowerCase()));
  return known[distances.indexOf(Math.min(...distances))] as string;
}

/** Chosen: no known key is longer, and the distance takes time by the product of both lengths. */
const LONGEST = 64;

/** In small numbers alone: of a caller's 20,000 unknown members each is measured against every known one. */
function editDistance(one: string, other: string): number {
  const row = Array.from(other, (_, column) => column + 1);
  let length = 0;
  for (const letter of one) {
    let diagonal = length;
    let last = ++length;
    row.forEach((above, column) => {
      last = Math.min(diagonal + Number(letter !== other[column]), above + 1, last + 1);
      diagonal = above;
      row[column] = last;
    });
  }
  return row.at(-1) ?? length;
}
