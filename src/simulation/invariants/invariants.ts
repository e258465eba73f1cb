/**
 * @module
 * The invariants of every world, I1 to I15. I9 (one seed, one trace) is not among them: `simulate` runs
 * a world twice to see it.
 */

import { guarded, type Invariant } from "../observation/index.js";
import { acceptanceInvariant } from "./invariant-acceptance.js";
import { answersInvariant } from "./invariant-answers.js";
import { commandsInvariant } from "./invariant-commands.js";
import { commitsInvariant } from "./invariant-commits.js";
import { type DeadlinesInvariantOptions, deadlinesInvariant } from "./invariant-deadlines.js";
import { endInvariant } from "./invariant-end.js";
import { exclusiveInvariant } from "./invariant-exclusive.js";
import { finalsInvariant } from "./invariant-finals.js";
import { judgesInvariant } from "./invariant-judges.js";
import { outboxInvariant } from "./invariant-outbox.js";
import { privacyInvariant } from "./invariant-privacy.js";
import { type ReplayInvariantOptions, replayInvariant } from "./invariant-replay.js";
import { versionsInvariant } from "./invariant-versions.js";
import { transitionsInvariant } from "./transitions/index.js";

/** What the invariants may be told. */
export interface InvariantsOptions extends DeadlinesInvariantOptions, ReplayInvariantOptions {}

/** The ids of all invariants, I9 included, which only whole runs can show. */
export const invariantIds: readonly string[] = [
  "I1",
  "I2",
  "I3",
  "I4",
  "I5",
  "I6",
  "I7",
  "I8",
  "I9",
  "I10",
  "I11",
  "I12",
  "I13",
  "I14",
  "I15",
];

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
