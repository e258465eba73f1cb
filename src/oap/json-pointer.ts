/**
 * @module
 * The leaves of a JSON value, each named by its pointer: what an agreement is hashed and redacted by.
 */

import type { Json } from "../core/negotiation.js";

/**
 * The leaves of a value by RFC 6901 pointer, in its order: scalars, and empty arrays and objects as themselves.
 *
 * `undefined` when the leaves would not tell the value: an object whose keys are 0, 1, 2 ... has those of an array; or
 * when the pointers together are longer than 262,144 UTF-16 units, as long keys around long arrays make them.
 *
 * @param prefix - the pointer to the value itself
 * @see RFC 6901; spec signing, SG-26
 * @example
 * leavesOf({ price: "40", "a/b": [1, {}] }); // Map { "/price" => "40", "/a~1b/0" => 1, "/a~1b/1" => {} }
 */
export function leavesOf(value: Json, prefix = ""): ReadonlyMap<string, Json> | undefined {
  const leaves = new Map<string, Json>();
  let units = 0;
  const isSound = (at: Json, pointer: string): boolean => {
    const members = typeof at === "object" && at !== null ? Object.entries<Json>(at) : [];
    if (members.length === 0) {
      leaves.set(pointer, at);
      units += pointer.length;
      return units <= MOST_UNITS;
    }
    if (!Array.isArray(at) && members.every(([key], index) => key === String(index))) return false;
    return members.every(([key, member]) => isSound(member, `${pointer}/${escaped(key)}`));
  };
  return isSound(value, prefix) ? leaves : undefined;
}

/** Chosen: some 15,000 prices, and what 65,536 bytes can be blown up to stays bounded. */
const MOST_UNITS = 262_144;

function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
