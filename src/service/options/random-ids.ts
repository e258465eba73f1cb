/**
 * @module
 * The default id port: ids as nanoid makes them, with random bytes fetched a hundred ids at a time.
 */

import { urlAlphabet } from "nanoid";
import type { Ids } from "../../ports/index.js";

/** Fresh random ids of 21 characters, with the prefix of their kind. */
export function randomIds(): Ids {
  // A pool of this source's own: one call for many ids is several times cheaper.
  const pool = new Uint8Array(POOL_BYTES);
  let used = POOL_BYTES;
  return (kind) => {
    if (used === POOL_BYTES) {
      globalThis.crypto.getRandomValues(pool);
      used = 0;
    }
    let id = PREFIXES[kind] ?? "";
    // The alphabet has 64 characters, so that six bits of a byte choose one without favour.
    for (const end = used + ID_LENGTH; used < end; used += 1) id += urlAlphabet[(pool[used] as number) & 63];
    // In one piece: V8 keeps what is appended to as a chain of some 300 bytes until somebody reads from it, and
    // ids are kept by the hundred thousand.
    id.charCodeAt(0);
    return id;
  };
}

/** nanoid's own default: 126 random bits, as many as a UUID has. */
const ID_LENGTH = 21;

const PREFIXES: Partial<Record<Parameters<Ids>[0], string>> = { negotiation: "neg_", group: "grp_" };

/** Chosen: 100 ids; a room that makes few does not pay for more. */
const POOL_BYTES = 100 * ID_LENGTH;
