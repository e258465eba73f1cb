/**
 * @module
 * `concordat/open-telemetry`: spans and metrics of negotiations, by the conventions for generative AI, for which it
 * needs the package @opentelemetry/api; and trace events for any sink, for which it needs none.
 */

export { type NegotiationTrace, observeTrace } from "./observe-trace.js";
export { type OpenTelemetryOptions, observeWithOpenTelemetry } from "./observe-with-open-telemetry.js";
