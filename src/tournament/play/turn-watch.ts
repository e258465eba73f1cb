/**
 * @module
 * Tells of the turns of a negotiation while it is played: as rows that are kept, and to a callback.
 */

import type { InverseUtility } from "../../preferences/inverse/index.js";
import { ACCEPT, standingOf, type TurnSheet, WITHDRAW } from "../../strategies/play/index.js";
import type { TraceRow } from "./trace-row.js";

/** Who wants to hear of turns. */
export interface WatchOptions {
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
export function utilitiesAt(inverses: readonly InverseUtility[], outcome: number): readonly number[] {
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
