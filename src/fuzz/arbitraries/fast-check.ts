/**
 * @module
 * The one door to fast-check, an optional peer: loaded with this room, which is of no use without it.
 */

import type * as FastCheck from "fast-check";
import { NegotiationError } from "../../errors.js";

/** Fast-check. Without it the import of this room fails with `dependency_missing`. */
export const fc: typeof FastCheck = await import("fast-check").catch(refuseMissing);

function refuseMissing(cause: unknown): never {
  throw new NegotiationError(
    "dependency_missing",
    "Expected the package fast-check for concordat/fuzz, got a failure to load it. " +
      "Install it: npm install --save-dev fast-check@^4.",
    { details: { package: "fast-check", range: "^4" }, cause },
  );
}
