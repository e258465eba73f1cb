/**
 * @module
 * How a headless negotiation ended: plain, frozen, JSON-safe.
 */

import type { InverseUtility } from "../../preferences/inverse/index.js";
import type { Scenario } from "../../preferences/scenarios/index.js";
import { discountedUtility } from "../../preferences/utility/index.js";
import type { HookFailure } from "../../strategies/play/index.js";
import type { TraceRow } from "./trace-row.js";
import { utilitiesAt } from "./turn-watch.js";

/** The status and why; the words are those of a room's outcome, and `random_end` for chance. */
export type Ending =
  | { readonly status: "accepted"; readonly reason: "accept" }
  | { readonly status: "withdrawn"; readonly reason: "withdraw" }
  | { readonly status: "expired"; readonly reason: "turn_cap" | "random_end" }
  | { readonly status: "stalled"; readonly reason: "agent_error" };

/** The result of one negotiation. */
export interface NegotiationResult {
  readonly status: Ending["status"];
  readonly reason: Ending["reason"];
  readonly agreed: boolean;
  /** Index of the party that accepted last, left or failed; `null` where nobody did. */
  readonly party: number | null;
  readonly turnCount: number;
  /** Cycles begun. */
  readonly cycles: number;
  /** Index of the agreed outcome, or `null`. */
  readonly agreement: number | null;
  /** Undiscounted, one a party; `null` without an agreement. */
  readonly utilities: readonly number[] | null;
  /** Discounted to the relative time of the agreement. */
  readonly discountedUtilities: readonly number[] | null;
  /** Of the last turn, in [0, 1]. */
  readonly relativeTime: number;
  /** What a component threw, cut at 300 characters. */
  readonly error: string | null;
  readonly hookFailures: readonly HookFailure[];
  /** A row for each turn, where `trace` asked for them. */
  readonly trace: readonly TraceRow[] | null;
}

/** What the runner knows at the end. */
export type ResultParts = Ending & {
  readonly party: number;
  readonly turnCount: number;
  /** -1 for none. */
  readonly agreement: number;
  readonly relativeTime: number;
  readonly error: string | null;
  readonly hookFailures: readonly HookFailure[];
  readonly trace: readonly TraceRow[] | null;
  readonly inverses: readonly InverseUtility[];
  readonly scenario: Scenario;
};

/** The result as it leaves the runner. */
export function negotiationResult(parts: ResultParts): NegotiationResult {
  const { status, reason, turnCount, agreement, inverses, trace } = parts;
  const agreed = status === "accepted";
  const utilities = agreed ? utilitiesAt(inverses, agreement) : null;
  return Object.freeze({
    status,
    reason,
    agreed,
    party: status === "expired" ? null : parts.party,
    turnCount,
    cycles: Math.ceil(turnCount / inverses.length),
    agreement: agreed ? agreement : null,
    utilities,
    discountedUtilities: utilities === null ? null : discounted(parts, utilities),
    relativeTime: parts.relativeTime,
    error: parts.error,
    hookFailures: Object.freeze(parts.hookFailures),
    trace: trace === null ? null : Object.freeze(trace),
  });
}

/** The same list where nobody's preferences lose with time. */
function discounted(
  { scenario, relativeTime }: ResultParts,
  utilities: readonly number[],
): readonly number[] {
  const { parties } = scenario;
  if (parties.every(({ preferences }) => preferences.kind !== "discounted")) return utilities;
  return Object.freeze(
    parties.map(({ preferences }, party) =>
      discountedUtility(preferences, utilities[party] as number, relativeTime),
    ),
  );
}
