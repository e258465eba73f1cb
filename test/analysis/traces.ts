/**
 * @module
 * Rows of traces, for tests.
 */

import type { TracedTurn } from "../../src/analysis/index.js";

/** An offer. */
export function offering(
  party: number,
  outcome: number,
  utilities: readonly number[],
  relativeTime = 0.5,
): TracedTurn {
  return { cycle: 0, relativeTime, party, action: "counter", outcome, utilities };
}

/** An acceptance. */
export function accepting(party: number, outcome: number, utilities: readonly number[]): TracedTurn {
  return { ...offering(party, outcome, utilities), action: "accept" };
}
