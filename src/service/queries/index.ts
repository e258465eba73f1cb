/**
 * @module
 * Reading: pages of negotiations, tails of turns, waiting for an outcome.
 */

export { type ListOptions, type ListPage, listed, readListOptions } from "./listing.js";
export { readTurns, readTurnsOptions, type TurnsOptions } from "./turn-listing.js";
export { type Waiter, Waiters, type WatchedVersion, type WatchOptions } from "./waiters.js";
