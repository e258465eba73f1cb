/**
 * @module
 * The default id port: nanoid's ids, with random bytes fetched a few dozen ids at a time.
 */

import { customRandom, urlAlphabet } from "nanoid";
import type { Ids } from "../ports/ids.js";

/** Fresh random ids of 21 characters, with the prefix of their kind. */
export function randomIds(): Ids {
  const next = customRandom(urlAlphabet, ID_LENGTH, randomBytes());
  return (kind) => {
    const prefix = PREFIXES[kind];
    return flat(prefix === undefined ? next() : prefix + next());
  };
}

/**
 * The same text in one piece. nanoid appends character by character, which V8 keeps as a chain of some
 * 300 bytes until somebody reads from it; ids are kept by the hundred thousand.
 */
function flat(id: string): string {
  id.charCodeAt(0);
  return id;
}

/** nanoid's own default: 126 random bits, as many as a UUID has. */
const ID_LENGTH = 21;

const PREFIXES: Partial<Record<Parameters<Ids>[0], string>> = { negotiation: "neg_", group: "grp_" };

/** Random bytes from a pool of this source's own: one call for many ids is several times cheaper. */
function randomBytes(): (count: number) => Uint8Array {
  const pool = new Uint8Array(POOL_BYTES);
  let used = POOL_BYTES;
  return (count) => {
    if (used + count > POOL_BYTES) {
      globalThis.crypto.getRandomValues(pool);
      used = 0;
    }
    used += count;
    return pool.subarray(used - count, used);
  };
}

/** Chosen: 100 ids; a room that makes few does not pay for more. */
const POOL_BYTES = 2_100;
