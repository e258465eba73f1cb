/**
 * @module
 * How a headless negotiation ended: plain, frozen, JSON-safe; and what its turns tell to who watches or traces them.
 */

import type { Seat } from "../../core/record/index.js";
import type { InverseUtility } from "../../preferences/inverse/index.js";
import type { Scenario } from "../../preferences/scenarios/index.js";
import { discountedUtility } from "../../preferences/utility/index.js";
import {
  ACCEPT,
  type HookFailure,
  standingOf,
  type TurnSheet,
  WITHDRAW,
} from "../../strategies/play/index.js";

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
  /** One a party; `null` for those whose strategy does not say. */
  readonly costs: readonly (Readonly<Record<string, number>> | null)[];
  /** A row for each turn, where `trace` asked for them. */
  readonly trace: readonly TraceRow[] | null;
}

/** What the runner knows at the end. */
type ResultParts = Ending & {
  readonly party: number;
  readonly turnCount: number;
  /** -1 for none. */
  readonly agreement: number;
  readonly relativeTime: number;
  readonly error: string | null;
  readonly hookFailures: readonly HookFailure[];
  readonly trace: readonly TraceRow[] | null;
  readonly costs: NegotiationResult["costs"];
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
    costs: Object.freeze(parts.costs),
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

/** A turn. Frozen, JSON-safe. */
export interface TraceRow {
  /** From 1. */
  readonly turnNumber: number;
  /** From 0; all parties act once in a cycle. */
  readonly cycle: number;
  /** In [0, 1]. */
  readonly relativeTime: number;
  /** The first party is the initiator, all others are responders. */
  readonly seat: Seat;
  /** Index of the party, in the order of the scenario. */
  readonly party: number;
  readonly action: "propose" | "counter" | "accept" | "withdraw";
  /** Index of the proposed or accepted outcome; `null` for a withdrawal. */
  readonly outcome: number | null;
  /** The undiscounted utility of that outcome for each party; `null` for a withdrawal. */
  readonly utilities: readonly number[] | null;
}

/** Who wants to hear of turns. */
interface WatchOptions {
  readonly trace?: boolean | undefined;
  readonly onTurn?: ((row: TraceRow) => void) | undefined;
}

/** One negotiation's watch. */
export interface TurnWatch {
  /** The rows so far, where they are kept. */
  readonly rows: readonly TraceRow[] | null;
  /** Whether the callback threw. */
  readonly hasFailed: boolean;
  /** Tells of the turn that the sheet holds. */
  readonly tell: (sheet: TurnSheet, turnNumber: number, party: number) => void;
}

/** The watch that the options ask for; `null` for none. */
export function watchOf(options: WatchOptions, inverses: readonly InverseUtility[]): TurnWatch | null {
  const { trace = false, onTurn } = options;
  return trace || onTurn !== undefined ? new RowWatch(trace ? [] : null, onTurn, inverses) : null;
}

class RowWatch implements TurnWatch {
  readonly rows: TraceRow[] | null;
  hasFailed = false;
  readonly #onTurn: ((row: TraceRow) => void) | undefined;
  readonly #inverses: readonly InverseUtility[];
  /** By outcome: offers repeat more often than not, and frozen lists can be shared. */
  readonly #utilities = new Map<number, readonly number[]>();

  constructor(
    rows: TraceRow[] | null,
    onTurn: ((row: TraceRow) => void) | undefined,
    inverses: readonly InverseUtility[],
  ) {
    this.rows = rows;
    this.#onTurn = onTurn;
    this.#inverses = inverses;
  }

  tell(sheet: TurnSheet, turnNumber: number, party: number): void {
    const row = this.#rowOf(sheet, turnNumber, party);
    this.rows?.push(row);
    if (this.#onTurn === undefined) return;
    try {
      this.#onTurn(row);
    } catch (error) {
      this.hasFailed = true;
      throw error;
    }
  }

  #rowOf(sheet: TurnSheet, turnNumber: number, party: number): TraceRow {
    const decision = sheet.outcomes[turnNumber] ?? WITHDRAW;
    const outcome = decision === WITHDRAW ? null : standingOf(sheet, turnNumber);
    return Object.freeze({
      turnNumber,
      cycle: Math.floor((turnNumber - 1) / this.#inverses.length),
      relativeTime: sheet.relativeTimes[turnNumber] ?? 0,
      seat: party === 0 ? "initiator" : "responder",
      party,
      action: actionOf(decision, turnNumber),
      outcome,
      utilities: outcome === null ? null : this.#utilitiesAt(outcome),
    });
  }

  #utilitiesAt(outcome: number): readonly number[] {
    let utilities = this.#utilities.get(outcome);
    if (utilities === undefined) {
      utilities = utilitiesAt(this.#inverses, outcome);
      this.#utilities.set(outcome, utilities);
    }
    return utilities;
  }
}

/** The utility of an outcome for each party. Frozen. */
function utilitiesAt(inverses: readonly InverseUtility[], outcome: number): readonly number[] {
  const utilities: number[] = [];
  // A callback for each turn of each negotiation is what a trace would cost most.
  for (const inverse of inverses) utilities.push(inverse.utility(outcome));
  return Object.freeze(utilities);
}

/** Nothing can be accepted at turn 1, and all turns before the end propose. */
function actionOf(decision: number, turnNumber: number): TraceRow["action"] {
  if (decision === WITHDRAW) return "withdraw";
  if (decision === ACCEPT) return "accept";
  return turnNumber === 1 ? "propose" : "counter";
}
