/**
 * @module
 * Reads the options object that a caller hands to an operation: each member once, and no unknown ones. What
 * the members hold is judged where they are used.
 */

import { nearestKey } from "../core/nearest-key.js";
import { shown } from "../errors.js";

/**
 * A copy of the caller's options; of `undefined` an empty one.
 *
 * @param what - how messages call it
 * @param keys - the known members
 * @throws {TypeError} when it is no object, one of its members throws when it is read, or one is unknown
 */
export function readOptions<Options extends object>(
  what: string,
  given: Options,
  keys: readonly (keyof Options & string)[],
): Options {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new TypeError(`Expected ${what} to be an object, got ${shown(given)}.`);
  const options = membersOf(what, given);
  for (const key of Object.keys(options)) {
    if ((keys as readonly string[]).includes(key)) continue;
    const nearest = nearestKey(key, keys);
    throw new TypeError(`Expected a known member of ${what}, got ${shown(key)}. Did you mean ${nearest}?`);
  }
  return options;
}

function membersOf<Options extends object>(what: string, given: Options): Options {
  try {
    return { ...given };
  } catch (cause) {
    const message = `Expected ${what} to have readable members, got one that throws.`;
    throw new TypeError(message, { cause });
  }
}
