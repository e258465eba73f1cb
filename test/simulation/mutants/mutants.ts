/**
 * @module
 * All mutants, in the order of docs/requirements/simulation.md, section 4, and behind them those that fill a
 * gap of SM-21.
 */

import { blindSpotMutants } from "./blind-spot-mutants.js";
import { chosenMutants } from "./chosen-mutants.js";
import { coreMutants } from "./core-mutants.js";
import type { Mutant } from "./mutant.js";
import { serviceMutants } from "./service-mutants.js";
import { storeMutants } from "./store-mutants.js";

const ORDER: readonly string[] = [
  "noVersionCheck",
  "deadlineBesideCommit",
  "unfencedWakeUp",
  "noCommandCheck",
  "newIdOnRetry",
  "publishBeforeCommit",
  "leaseForever",
  "skewIgnored",
  "deadlineKeptOnFinal",
  "capOffByOne:reachOneEarly",
  "capOffByOne:reachOneLate",
  "capOffByOne:exceedOneEarly",
  "capOffByOne:exceedOneLate",
  "acceptStaleProposal",
  "acceptOwnProposal",
  "claimExtendsPark",
  "fallbackWithoutClaim",
  "claimLeavesNoDeadline",
  "mismatchChangesState",
  "outboxCursorSkips",
  "exclusiveKeyIgnored",
  "lateAnswerApplied",
  "entryLosesDetails",
  "unseededId",
  "destroyLeaks",
  // Not in the spec's table: without them no mutant would show I3 or I10 first.
  "settledByEveryNode",
  "leaseMovesDeadline",
];

/** All of them. */
export const mutants: readonly Mutant[] = [...ORDER.map(mutantNamed), ...chosenMutants, ...blindSpotMutants];

/** @throws {Error} naming all mutants, when there is none of that name */
export function mutantNamed(name: string): Mutant {
  const all = [...storeMutants, ...coreMutants, ...serviceMutants, ...chosenMutants, ...blindSpotMutants];
  const mutant = all.find((one) => one.name === name);
  if (mutant === undefined) throw new Error(`Expected one of ${ORDER.join(", ")}, got ${name}.`);
  return mutant;
}
