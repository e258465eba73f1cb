/**
 * @module
 * How far a tournament is: told at most ten times a second, and always once at the end.
 */

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
