/**
 * @module
 * Deadlines as data: which instants a record holds and which is due first. Arming them is the
 * business of `move-updates.ts`; waiting for them is the service's.
 */

import type { Deadlines } from "../record/index.js";

/** An instant that does not come. */
export const NEVER: number = Number.POSITIVE_INFINITY;

/** The kinds of deadlines, weightiest first. */
export type DeadlineKind = "total" | "validity" | "turn" | "consult" | "park" | "claim";

/** An instant at which something falls due. */
export interface Deadline {
  /** Epoch ms; due when `now >= at`. */
  readonly at: number;
  readonly kind: DeadlineKind;
}

/**
 * The armed deadlines, weightiest kind first; empty for a finished negotiation.
 *
 * @returns instants in epoch ms
 */
export function deadlinesOf(negotiation: { readonly deadlines: Deadlines }): readonly Deadline[] {
  const found: Deadline[] = [];
  for (const [kind, name] of KINDS) {
    const at = negotiation.deadlines[name];
    if (at !== null) found.push({ at, kind });
  }
  return found;
}

/**
 * The deadline that is due first, or `undefined` for a finished negotiation.
 *
 * At equal instants the weightier kind wins, so the recorded reason never depends on which timer
 * fired first. It does not say whether the deadline is due: that is `now >= deadline.at`.
 *
 * @returns `at` in epoch ms
 * @see docs/requirements/engine.md, EN-22
 */
export function nextDeadline(negotiation: { readonly deadlines: Deadlines }): Deadline | undefined {
  let at = NEVER;
  let soonest: DeadlineKind | undefined;
  for (const [kind, name] of KINDS) {
    const candidate = negotiation.deadlines[name];
    // Strictly sooner only: the kinds come weightiest first, so a tie keeps the weightier one.
    if (candidate !== null && candidate < at) {
      at = candidate;
      soonest = kind;
    }
  }
  return soonest === undefined ? undefined : { at, kind: soonest };
}

/** Weightiest first, with the member that holds its instant. */
const KINDS: readonly (readonly [kind: DeadlineKind, name: keyof Deadlines])[] = [
  ["total", "totalAt"],
  ["validity", "validityAt"],
  ["turn", "turnAt"],
  ["consult", "consultAt"],
  ["park", "parkAt"],
  ["claim", "claimAt"],
];
