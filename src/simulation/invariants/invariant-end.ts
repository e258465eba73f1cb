/**
 * @module
 * I12: when every node was destroyed nothing is left of them, and nothing fires any more.
 */

import { type Fault, foundOf, type Invariant, type WorldEnd } from "../observation/index.js";

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
