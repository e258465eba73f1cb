/**
 * @module
 * How one negotiation, or many, went.
 */

export { type Aggregate, aggregateOf } from "./aggregate.js";
export { type Distances, type DistanceTarget, distancesOf } from "./distances.js";
export { metricsOf, type NegotiationMetrics } from "./metrics-of.js";
export type { PartyMetrics } from "./party-metrics.js";
export type { TracedTurn } from "./traced-turn.js";
