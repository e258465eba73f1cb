/**
 * @module
 * A summary of a negotiation without a model: what is shown when summarising fails or is not wanted.
 */

import type { Action, Negotiation } from "../../core/record/index.js";

/**
 * A sentence or two of action names and the reason of the end; no word of either party is in it.
 *
 * @see docs/requirements/index-network.md, IN-2
 * @example
 * fallbackSummary(negotiation); // "Turns: propose, counter (3 times), accept. Ended accepted (accept)."
 */
export function fallbackSummary(negotiation: Pick<Negotiation, "turns" | "outcome">): string {
  const { turns, outcome } = negotiation;
  const said = turns.length === 0 ? "No turn was taken." : `Turns: ${runsOf(turns).join(", ")}.`;
  const end = outcome === null ? "Still in progress." : `Ended ${outcome.status} (${outcome.reason}).`;
  return `${said} ${end}`;
}

/** Runs of one action are told once, so that a long negotiation stays a sentence. */
function runsOf(turns: readonly { readonly action: Action }[]): readonly string[] {
  const runs: { action: Action; count: number }[] = [];
  for (const { action } of turns) {
    const last = runs.at(-1);
    if (last?.action === action) last.count += 1;
    else runs.push({ action, count: 1 });
  }
  return runs.map(({ action, count }) => (count === 1 ? action : `${action} (${count} times)`));
}
