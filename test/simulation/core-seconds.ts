/**
 * @module
 * How long a job takes on two cores of its own. The tests share theirs with others: what counts is then the
 * time that this process and its threads were at work, not what a clock says.
 */

/** Counts from its making on. */
export class CoreSeconds {
  readonly #startedAt = performance.now();
  readonly #usage = process.cpuUsage();

  /** Ms of a clock. */
  get ms(): number {
    return performance.now() - this.#startedAt;
  }

  /** Seconds of a clock, or the work where others had the core. */
  get onOneCore(): number {
    return Math.min(this.ms / 1_000, this.#worked);
  }

  /** Seconds of a clock, or half the work where others had the cores. */
  get onTwoCores(): number {
    return Math.min(this.ms / 1_000, this.#worked / 2);
  }

  get #worked(): number {
    const { user, system } = process.cpuUsage(this.#usage);
    return (user + system) / 1_000_000;
  }
}
