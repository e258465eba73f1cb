/**
 * @module
 * Reads the options object that a caller hands to an operation: each member once, and no unknown ones. What
 * the members hold is judged where they are used.
 */

import { shown } from "../../errors.js";
import { isPlainObject } from "../json/index.js";
import { unmet } from "./argument-checks.js";
import { nearestKey } from "./nearest-key.js";

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
  const options = membersOf(what, given);
  if (options === undefined) throw new TypeError(unmet(what, "an object", given));
  for (const key of Object.keys(options)) {
    if ((keys as readonly string[]).includes(key)) continue;
    const nearest = nearestKey(key, keys);
    throw new TypeError(`Expected a known member of ${what}, got ${shown(key)}. Did you mean ${nearest}?`);
  }
  return options;
}

/** `undefined` for what no object literal makes: a list, a Date, a Map ... */
function membersOf<Options extends object>(what: string, given: Options): Options | undefined {
  try {
    return isPlainObject(given) ? { ...given } : undefined;
  } catch (cause) {
    throw new TypeError(`Expected readable members of ${what}, got one that throws.`, { cause });
  }
}
