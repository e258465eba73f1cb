/**
 * @module
 * The Hybrid agent: early on it answers the other side's changes, toward the end it follows a curve of time.
 */

import {
  type OfferingPolicy,
  type OwnScale,
  ownScale,
  type PartyView,
  type RunningOffering,
  type Setup,
} from "../play/index.js";

/**
 * Blends a Bezier curve of time with an answer to the last two to four changes of the other side, on the own scale
 * from 0 to 1, and proposes the outcome nearest to that. O(log n) a turn.
 *
 * @see Keskin, Cakan, Aydogan, Solver agent: towards emotional and opponent-aware agent for human-robot
 * negotiation, AAMAS 2021 (the hybrid strategy); docs/requirements/bargaining.md, BA-23
 */
export function offerHybrid(): OfferingPolicy {
  return Object.freeze({ name: "hybrid", start } satisfies OfferingPolicy);
}

/** Where the curve of time begins, and its middle point (BA-23). */
const BEGIN = 1;
const MIDDLE = 0.75;

/** Where the curve of time ends, by the size of the space: below so many outcomes, at such a height (BA-23). */
const ENDS: readonly (readonly [below: number, end: number])[] = [
  [450, 0.8],
  [1_500, 0.775],
  [4_500, 0.75],
  [18_000, 0.725],
  [33_000, 0.7],
  [Number.POSITIVE_INFINITY, 0.675],
];

/** How much the latest changes count, oldest first, by how many are known: 2, 3, 4 or more (BA-23). */
const CHANGE_WEIGHTS: readonly (readonly number[])[] = [
  [0.25, 0.75],
  [0.11, 0.22, 0.66],
  [0.05, 0.15, 0.3, 0.5],
];

function start({ inverse, space }: Setup): RunningOffering {
  const scale = ownScale(inverse);
  const end = ENDS.find(([below]) => space.cardinality < below)?.[1] ?? 0;
  return Object.freeze({
    next(view: PartyView) {
      const least = scale.toScale(inverse.floor);
      const target = Math.max(targetAt(view, scale, end), least);
      const outcome = inverse.nearest(scale.fromScale(target));
      // The nearest to a target just above the reservation may lie below it.
      return inverse.isRational(outcome) ? outcome : inverse.lowestAtLeast(inverse.floor);
    },
  });
}

/** The place on the own scale to propose. */
function targetAt(view: PartyView, scale: OwnScale, end: number): number {
  const { relativeTime: t, sent, received } = view;
  const byTime = (1 - t) ** 2 * BEGIN + 2 * t * (1 - t) * MIDDLE + t ** 2 * end;
  if (received.length < 3 || sent.length === 0) return byTime;
  const byBehaviour = scale.toScale(sent.utilityAt(-1)) - (0.5 + 0.5 * t) * meanChange(view, scale);
  return (1 - t ** 2) * byBehaviour + t ** 2 * byTime;
}

/** The weighted sum of the other side's latest changes, on the own scale; positive for concessions. */
function meanChange({ received }: PartyView, scale: OwnScale): number {
  const weights = CHANGE_WEIGHTS[Math.min(received.length, 5) - 3] ?? [];
  let sum = 0;
  let earlier = scale.toScale(received.utilityAt(-1 - weights.length));
  for (const [order, weight] of weights.entries()) {
    const later = scale.toScale(received.utilityAt(order - weights.length));
    sum += weight * (later - earlier);
    earlier = later;
  }
  return sum;
}
