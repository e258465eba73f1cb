/**
 * @module
 * The one door to OpenTelemetry's API, an optional peer: traces without it are not made, while the rest of this room
 * goes without.
 */

import type * as Api from "@opentelemetry/api";
import { missingPeer, NegotiationError } from "../../errors.js";

const peer: typeof Api | NegotiationError = await import("@opentelemetry/api").catch(refuseMissing);

/**
 * What spans and metrics are made with.
 *
 * @throws {NegotiationError} `dependency_missing` where the package is not there
 */
export function openTelemetry(): typeof Api {
  if (NegotiationError.isInstance(peer)) throw peer;
  return peer;
}

function refuseMissing(cause: unknown): NegotiationError {
  return missingPeer("@opentelemetry/api", "^1.9.0", "observeWithOpenTelemetry", cause);
}
