/**
 * @module
 * Reading: pages of negotiations, tails of turns, waiting for an outcome.
 */

export {
  type ListOptions,
  type ListPage,
  listed,
  readListOptions,
  readTurns,
  readTurnsOptions,
  type TurnsOptions,
} from "./listing.js";
export {
  type ListFilter,
  listOptionsOf,
  type NegotiationSummary,
  type SummaryPage,
  summaryOf,
} from "./summaries.js";
export { type Waiter, Waiters, type WatchedVersion, type WatchOptions } from "./waiters.js";
