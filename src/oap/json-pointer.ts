/**
 * @module
 * The leaves of a JSON value, each named by its pointer: what an agreement is hashed and redacted by.
 */

import type { Json, JsonObject } from "../core/negotiation.js";

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
  if (!areSoundLeaves(value, prefix)) return undefined;
  const collect = (at: Json, pointer: string): void => {
    const members = membersOf(at);
    if (members.length === 0) leaves.set(pointer, at);
    for (const key of members) collect((at as JsonObject)[key] as Json, `${pointer}/${escaped(key)}`);
  };
  collect(value, prefix);
  return leaves;
}

/** Whether `leavesOf` has an answer. It writes no pointer, only counts how long they are. */
export function areSoundLeaves(value: Json, prefix = ""): boolean {
  let units = 0;
  const isSound = (at: Json, pointerLength: number): boolean => {
    const members = membersOf(at);
    if (members.length === 0) units += pointerLength;
    if (units > MOST_UNITS) return false;
    if (members[0] === "0" && !Array.isArray(at) && members.every((key, index) => key === String(index))) {
      return false;
    }
    for (const key of members) {
      if (!isSound((at as JsonObject)[key] as Json, pointerLength + 1 + escaped(key).length)) return false;
    }
    return true;
  };
  return isSound(value, prefix.length);
}

function membersOf(value: Json): readonly string[] {
  return typeof value === "object" && value !== null ? Object.keys(value) : NONE;
}

const NONE: readonly string[] = [];

/** Chosen: some 15,000 prices, and what 65,536 bytes can be blown up to stays bounded. */
const MOST_UNITS = 262_144;

function escaped(key: string): string {
  return ESCAPED.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key;
}

const ESCAPED = /[~/]/;
