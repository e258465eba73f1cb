/**
 * @module
 * The one door to the SDK of A2A, an optional peer: loaded with this room, which is of no use without it.
 */

import type * as A2a from "@a2a-js/sdk";
import { missingPeer } from "../../errors.js";

/** What this bridge is built with. */
export const sdk: typeof A2a = await import("@a2a-js/sdk").catch(refuseMissing);

function refuseMissing(cause: unknown): never {
  throw missingPeer("@a2a-js/sdk", "^1.3.0", "concordat/a2a", cause);
}
