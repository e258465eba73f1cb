/**
 * @module
 * Rows as they come, handed on in the order of the jobs whatever order they come in; kept only where somebody wants
 * them all at the end.
 */

import type { ProgressTeller } from "./progress.js";
import type { TournamentRow } from "./tournament-row.js";

/** What becomes of the rows. */
export interface RowsOptions {
  /** Whether `done` gives them all. */
  readonly keepRows: boolean;
  /** Hears of every new row, in the order of the jobs. */
  readonly onRow: ((row: TournamentRow) => void) | undefined;
  /** Hears of every row once, in whatever order: those of an earlier run as well. */
  readonly onAny: (row: TournamentRow) => void;
  readonly progress: ProgressTeller;
}

/** The rows of a tournament that is being played. */
export class RowsInOrder {
  /** What is kept, or waits for a row before it. */
  readonly #rows = new Map<number, TournamentRow>();
  readonly #kept: ReadonlyMap<number, TournamentRow>;
  readonly #options: RowsOptions;
  #count = 0;
  /** All before it are handed on. */
  #next = 0;

  /** @param kept - rows of an earlier run, by the index of their job: they are there, and not told again */
  constructor(kept: ReadonlyMap<number, TournamentRow>, options: RowsOptions) {
    this.#kept = kept;
    this.#options = options;
    for (const row of kept.values()) {
      this.#count += 1;
      options.onAny(row);
      options.progress.keep(row.error !== null);
    }
    while (kept.has(this.#next)) this.#next += 1;
  }

  /** How many rows there are. */
  get count(): number {
    return this.#count;
  }

  /** The index of the first job whose row is not there yet. */
  get next(): number {
    return this.#next;
  }

  /** Takes the row of a job, and hands on what is next in order. */
  put(index: number, row: TournamentRow): void {
    const { keepRows, onAny, onRow, progress } = this.#options;
    this.#count += 1;
    this.#rows.set(index, row);
    onAny(row);
    progress.count(row.error !== null);
    for (;;) {
      const next = this.#next;
      const fresh = this.#rows.get(next);
      if (fresh === undefined && !this.#kept.has(next)) return;
      // First, so that a listener that throws hears of no row twice.
      this.#next += 1;
      if (fresh === undefined) continue;
      if (!keepRows) this.#rows.delete(next);
      onRow?.(fresh);
    }
  }

  /** All rows there are, in order; none where they are not kept. */
  done(): readonly TournamentRow[] {
    if (!this.#options.keepRows) return [];
    const all = [...this.#kept, ...this.#rows].sort(([one], [other]) => one - other);
    return all.map(([, row]) => row);
  }
}
