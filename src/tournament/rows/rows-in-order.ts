/**
 * @module
 * Rows as they come, handed on in the order of the jobs whatever order they come in, with the progress so far; kept
 * only where somebody wants them all at the end.
 */

import type { TournamentRow } from "./tournament-row.js";

/** What becomes of the rows. */
interface RowsOptions {
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

/** How far a tournament is. Times stand here and never in rows, which are the same at any speed. */
export interface Progress {
  /** Jobs done, those of an earlier run among them. */
  readonly done: number;
  readonly total: number;
  /** Rows with an error. */
  readonly failed: number;
  readonly elapsedMs: number;
  /** At the pace so far; `null` before anything was played. */
  readonly remainingMs: number | null;
}

/** Chosen: ten a second are smooth for the eye. */
const SHORTEST_MS = 100;

/** Counts what is done and tells it. */
export class ProgressTeller {
  readonly #total: number;
  readonly #now: () => number;
  readonly #tell: ((progress: Progress) => void) | undefined;
  readonly #startedAt: number;
  #toldAt = Number.NEGATIVE_INFINITY;
  #done = 0;
  #played = 0;
  #failed = 0;

  /**
   * @param total - how many jobs there are
   * @param tell - hears of it; what it throws goes to whoever counts
   * @param now - ms, from any origin, never falling
   */
  constructor(total: number, tell: ((progress: Progress) => void) | undefined, now: () => number) {
    this.#total = total;
    this.#tell = tell;
    this.#now = now;
    this.#startedAt = now();
  }

  /** Counts a job that an earlier run has done. */
  keep(isFailed: boolean): void {
    this.#done += 1;
    if (isFailed) this.#failed += 1;
  }

  /** Counts a job that was played, and tells unless it told just now. */
  count(isFailed: boolean): void {
    this.keep(isFailed);
    this.#played += 1;
    // The last one is told by `end`.
    if (this.#done < this.#total && this.#now() - this.#toldAt >= SHORTEST_MS) this.#say();
  }

  /** Tells how it stands at the end. */
  end(): void {
    this.#say();
  }

  #say(): void {
    if (this.#tell === undefined) return;
    const now = this.#now();
    this.#toldAt = now;
    const elapsedMs = now - this.#startedAt;
    const left = this.#total - this.#done;
    const pace = this.#played === 0 ? null : elapsedMs / this.#played;
    const remainingMs = left === 0 ? 0 : pace === null ? null : pace * left;
    this.#tell({ done: this.#done, total: this.#total, failed: this.#failed, elapsedMs, remainingMs });
  }
}
