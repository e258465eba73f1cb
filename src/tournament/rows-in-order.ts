/**
 * @module
 * Rows as they come, handed on in the order of the jobs whatever order they come in.
 */

import type { ProgressTeller } from "./progress.js";
import type { TournamentRow } from "./tournament-row.js";

/** The rows of a tournament that is being played. */
export class RowsInOrder {
  readonly #rows: (TournamentRow | undefined)[];
  readonly #kept: ReadonlyMap<number, TournamentRow>;
  readonly #onRow: ((row: TournamentRow) => void) | undefined;
  readonly #progress: ProgressTeller;
  /** All before it are handed on. */
  #next = 0;

  /** @param kept - rows of an earlier run, by the index of their job: they are there, and not told again */
  constructor(
    jobCount: number,
    kept: ReadonlyMap<number, TournamentRow>,
    onRow: ((row: TournamentRow) => void) | undefined,
    progress: ProgressTeller,
  ) {
    this.#rows = new Array<TournamentRow | undefined>(jobCount).fill(undefined);
    this.#kept = kept;
    this.#onRow = onRow;
    this.#progress = progress;
    for (const [index, row] of kept) {
      this.#rows[index] = row;
      progress.keep(row.error !== null);
    }
  }

  /** Takes the row of a job, and hands on what is next in order. */
  put(index: number, row: TournamentRow): void {
    this.#rows[index] = row;
    this.#progress.count(row.error !== null);
    for (let next = this.#rows[this.#next]; next !== undefined; next = this.#rows[this.#next]) {
      const isNew = !this.#kept.has(this.#next);
      // First, so that a listener that throws hears of no row twice.
      this.#next += 1;
      if (isNew) this.#onRow?.(next);
    }
  }

  /** All rows there are, in order. */
  done(): readonly TournamentRow[] {
    return this.#rows.filter((row) => row !== undefined);
  }
}
