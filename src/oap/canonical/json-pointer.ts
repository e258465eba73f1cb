/**
 * @module
 * The leaves of a JSON value, each named by its pointer: what an agreement is hashed and redacted by.
 */

import type { Json, JsonObject } from "../../core/json/index.js";

/**
 * The leaves of a value by RFC 6901 pointer, in its order: scalars, and empty arrays and objects as themselves.
 *
 * `undefined` when the leaves would not tell the value: an object whose keys are 0, 1, 2 ... has those of an array; or
 * when there are more than 1,536, more than 512 of them elements of arrays, or their pointers together are longer than
 * 262,144 UTF-16 units, as long keys around long arrays make them, or one by itself is longer than 8,192.
 *
 * @param prefix - the pointer to the value itself
 * @see RFC 6901; docs/requirements/signing.md, SG-26
 */
export function leavesOf(value: Json, prefix = ""): ReadonlyMap<string, Json> | undefined {
  const leaves = new Map<string, Json>();
  return areSoundLeaves(value, prefix, (pointer, leaf) => leaves.set(pointer, leaf)) ? leaves : undefined;
}

/**
 * Whether `leavesOf` has an answer.
 *
 * @param take - gets each leaf; without it no pointer is written, only its length is counted
 */
export function areSoundLeaves(
  value: Json,
  prefix = "",
  take?: (pointer: string, leaf: Json) => unknown,
): boolean {
  let units = 0;
  let count = 0;
  let elementCount = 0;
  const isSound = (at: Json, pointer: string, length: number, isElement: boolean): boolean => {
    // Also on the way down, before the stack ends.
    if (length > MOST_UNITS_OF_ONE) return false;
    const isBranch = typeof at === "object" && at !== null;
    const elements = Array.isArray(at) ? (at as readonly Json[]) : undefined;
    const keys = isBranch && elements === undefined ? Object.keys(at) : [];
    const members = elements?.length ?? keys.length;
    if (members === 0) {
      units += length;
      count += 1;
      if (isElement) elementCount += 1;
      take?.(pointer, at);
      return count <= MOST_LEAVES && elementCount <= MOST_ELEMENTS && units <= MOST_UNITS;
    }
    if (keys.length > 0 && keys.every((key, index) => key === String(index))) return false;
    for (let index = 0; index < members; index += 1) {
      const token = elements === undefined ? escaped(keys[index] as string) : String(index);
      const below = take === undefined ? "" : `${pointer}/${token}`;
      // Each member is read once: what is counted is what is taken.
      const member = elements === undefined ? (at as JsonObject)[keys[index] as string] : elements[index];
      if (!isSound(member as Json, below, length + 1 + token.length, elements !== undefined)) return false;
    }
    return true;
  };
  return isSound(value, prefix, prefix.length, false);
}

/** One of the pointers to leaves that lies inside another one, as no leaf does; `undefined` where there is none. */
export function innerPointer(pointers: readonly string[]): string | undefined {
  // What lies inside another one comes right behind it.
  const sorted = pointers.map((pointer) => `${pointer}/`).sort();
  return sorted
    .find((pointer, index) => index > 0 && pointer.startsWith(sorted[index - 1] as string))
    ?.slice(0, -1);
}

/** Chosen: what 65,536 bytes can be blown up to stays bounded. */
const MOST_UNITS = 262_144;

/** Chosen: so that a request of 65,536 bytes can name any pointer, in whose JSON a unit takes six bytes at most. */
const MOST_UNITS_OF_ONE = 8_192;

/**
 * Chosen, with the next: as many as accepting 64 kB of them may cost against signing them (SG-44). Elements of lists
 * are signed fastest, and hashed as slowly as others.
 */
const MOST_LEAVES = 1_536;
const MOST_ELEMENTS = 512;

/** Unit by unit: of a key of many such signs that takes a quarter of what replacing them does. */
function escaped(key: string): string {
  if (!ESCAPED.test(key)) return key;
  let token = "";
  for (const unit of key) token += unit === "~" ? "~0" : unit === "/" ? "~1" : unit;
  return token;
}

const ESCAPED = /[~/]/;
