/**
 * @module
 * The invariants of every world, I1 to I15. I9 (one seed, one trace) is not among them: `simulate` runs
 * a world twice to see it.
 */

import { type Fault, foundOf, guarded, type Invariant, type WorldEnd } from "../observation/index.js";
import { acceptanceInvariant, answersInvariant, judgesInvariant } from "./invariant-answers.js";
import { commandsInvariant } from "./invariant-commands.js";
import { commitsInvariant, finalsInvariant, versionsInvariant } from "./invariant-commits.js";
import { type DeadlinesInvariantOptions, deadlinesInvariant } from "./invariant-deadlines.js";
import { exclusiveInvariant } from "./invariant-exclusive.js";
import { outboxInvariant } from "./invariant-outbox.js";
import { privacyInvariant } from "./invariant-privacy.js";
import { type ReplayInvariantOptions, replayInvariant } from "./invariant-replay.js";
import { transitionsInvariant } from "./transitions/index.js";

/** What the invariants may be told. */
export interface InvariantsOptions extends DeadlinesInvariantOptions, ReplayInvariantOptions {}

/** I12, in the end. */
export const endInvariant: Invariant = {
  id: "I12",
  watch: () => ({ atEnd: (end) => foundOf(null, faultOfEnd(end)) }),
};

/** What a destroyed node must not leave behind, in words. */
const LEFT: readonly (readonly [keyof WorldEnd & LeftCount, string])[] = [
  ["timers", "armed timers"],
  ["listeners", "listeners"],
  ["pendingAgentCalls", "pending agent calls"],
  ["unresolvedCommands", "unresolved commands"],
];

type LeftCount = "timers" | "listeners" | "pendingAgentCalls" | "unresolvedCommands";

function faultOfEnd(end: WorldEnd): Fault {
  for (const [name, what] of LEFT) {
    if (end[name] !== 0) return `expected no ${what} after the end, got ${end[name]}`;
  }
  const [first] = end.firedAfterEnd;
  if (first === undefined) return undefined;
  return `expected nothing to fire after the end, got ${end.firedAfterEnd.length}, first: ${first}`;
}

/**
 * The invariants, in the order in which they are asked: of two that see the same fault the first is named.
 *
 * @see docs/requirements/simulation.md, section 3
 * @example
 * const thorough = invariantsWith({ replayEvery: 1 });
 */
export function invariantsWith(options: InvariantsOptions = {}): readonly Invariant[] {
  return [
    versionsInvariant,
    transitionsInvariant,
    finalsInvariant,
    commandsInvariant,
    deadlinesInvariant(options),
    outboxInvariant,
    exclusiveInvariant,
    acceptanceInvariant,
    commitsInvariant,
    replayInvariant(options),
    endInvariant,
    answersInvariant,
    judgesInvariant,
    privacyInvariant,
  ].map(guarded);
}

/** The invariants as a world has them by default. */
export const invariants: readonly Invariant[] = invariantsWith();
