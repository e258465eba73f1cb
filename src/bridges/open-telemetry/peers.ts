/**
 * @module
 * The one door to OpenTelemetry's API, an optional peer: traces without it are not made, while the rest of this room
 * goes without.
 */

import type * as Api from "@opentelemetry/api";
import { NegotiationError } from "../../errors.js";

const peer: typeof Api | NegotiationError = await import("@opentelemetry/api").catch(refuseMissing);

/**
 * What spans and metrics are made with.
 *
 * @throws {NegotiationError} `dependency_missing` where the package is not there
 */
export function openTelemetry(): Pick<
  typeof Api,
  "context" | "isSpanContextValid" | "metrics" | "ROOT_CONTEXT" | "SpanStatusCode" | "trace"
> {
  if (NegotiationError.isInstance(peer)) throw peer;
  return peer;
}

function refuseMissing(cause: unknown): NegotiationError {
  return new NegotiationError(
    "dependency_missing",
    "Expected the package @opentelemetry/api for observeWithOpenTelemetry, got a failure to load it. " +
      "Install it: npm install @opentelemetry/api@^1.9.0.",
    { details: { package: "@opentelemetry/api", range: "^1.9.0" }, cause },
  );
}
