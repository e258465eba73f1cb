/**
 * @module
 * Which deadlines a record has to have, said a second time from its rules and what it waits for: the table
 * of docs/requirements/engine.md, section 5, and the budgets of a claim.
 */

import type { Deadlines, NegotiationState } from "../../../core/record/index.js";
import { type Fault, unlike } from "../../observation/index.js";

/** A fault when one of the six instants is not the one that follows from the rest of the record. */
export function faultOfWindows(state: NegotiationState, turnCount = 0): Fault {
  const expected = state.outcome === null ? windowsOf(state, turnCount > 0) : NONE;
  for (const name of NAMES) {
    const fault =
      expected[name] === state.deadlines[name]
        ? undefined
        : unlike(name, expected[name], state.deadlines[name]);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** However late a turn is picked up, its claim lasts this many ms (PT-4). */
const LEAST_CLAIM_MS = 1_000;

function windowsOf(state: NegotiationState, hasTurns: boolean): Deadlines {
  const { rules, awaiting, standing, createdAt } = state;
  const lasting: Deadlines = {
    ...NONE,
    totalAt: later(createdAt, rules.totalMs),
    validityAt: standing?.validUntilAt ?? null,
  };
  switch (awaiting?.kind) {
    case "move": {
      // A table that is empty again is no opening: there the opening's window only stands in (EN-65).
      const [first, second] = hasTurns ? [rules.turnMs, rules.openMs] : [rules.openMs, rules.turnMs];
      const ms = state.status === "open" ? (first ?? second) : rules.turnMs;
      return { ...lasting, turnAt: later(awaiting.since, ms) };
    }
    case "fallback":
      return { ...lasting, turnAt: later(awaiting.since, rules.turnMs) };
    case "consult":
      return { ...lasting, consultAt: later(awaiting.since, rules.consult?.windowMs ?? null) };
    case "parked":
      return { ...lasting, parkAt: awaiting.firstParkedAt + awaiting.parkMs };
    case "claimed": {
      const { claimedAt } = awaiting.claim;
      const parkAt = awaiting.firstParkedAt + awaiting.parkMs;
      const isFresh = rules.park?.claimBudget === "fresh" && rules.park.claimMs !== null;
      const claimAt = isFresh
        ? later(claimedAt, rules.park?.claimMs ?? null)
        : Math.max(parkAt, claimedAt + LEAST_CLAIM_MS);
      return { ...lasting, claimAt };
    }
    default:
      return lasting;
  }
}

function later(at: number, ms: number | null): number | null {
  return ms === null ? null : at + ms;
}

const NONE: Deadlines = {
  totalAt: null,
  validityAt: null,
  turnAt: null,
  consultAt: null,
  parkAt: null,
  claimAt: null,
};

const NAMES = Object.keys(NONE) as readonly (keyof Deadlines)[];
