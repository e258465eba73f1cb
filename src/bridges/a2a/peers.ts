/**
 * @module
 * The one door to the SDK of A2A, an optional peer: loaded with this room, which is of no use without it.
 */

import type * as A2a from "@a2a-js/sdk";
import { NegotiationError } from "../../errors.js";

const peer: typeof A2a = await import("@a2a-js/sdk").catch(refuseMissing);

/** What this bridge is built with. */
export const sdk: Pick<typeof A2a, "Message" | "Role" | "TaskState"> = peer;

function refuseMissing(cause: unknown): never {
  throw new NegotiationError(
    "dependency_missing",
    "Expected the package @a2a-js/sdk for concordat/a2a, got a failure to load it. " +
      "Install it: npm install @a2a-js/sdk@^1.3.0.",
    { details: { package: "@a2a-js/sdk", range: "^1.3.0" }, cause },
  );
}
