/**
 * @module
 * The two instants of a parked turn: when its first window ends, and how long a claim may last.
 */

import type { Awaiting, ParkRules } from "../record/index.js";

/**
 * When the first window of a parked or claimed turn ends; claims and releases never move it.
 *
 * @returns epoch ms; `null` for a turn that is neither
 */
export function firstParkAt(awaiting: Awaiting | null): number | null {
  if (awaiting === null || (awaiting.kind !== "parked" && awaiting.kind !== "claimed")) return null;
  return awaiting.firstParkedAt + awaiting.parkMs;
}

/** However late a turn is picked up, its claim lasts this many ms (PT-4). */
const LEAST_CLAIM_MS = 1_000;

/**
 * When a claim made at `at` ends.
 *
 * @see docs/requirements/index-network.md, PT-4
 */
export function claimEndAt(park: ParkRules, parkAt: number, at: number): number {
  if (park.claimBudget === "fresh" && park.claimMs !== null) return at + park.claimMs;
  return Math.max(parkAt, at + LEAST_CLAIM_MS);
}
