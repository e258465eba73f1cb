/**
 * @module
 * A boss of which the test makes the jobs come: what it was asked is noted, and nothing comes by itself.
 */

import type { Boss, BossJob, JobResult, SqlExecutor } from "../../src/timers/pg-boss/index.js";

/** A job that was sent. */
export interface SentJob {
  readonly queue: string;
  readonly data: object;
  /** Epoch ms. */
  readonly at: number;
  /** What it was sent through; `undefined` for the boss's own connections. */
  readonly db: SqlExecutor | undefined;
}

/** Its workers take what `deliver` gives them. */
export class FakeBoss implements Boss {
  readonly sent: SentJob[] = [];
  /** Operations in order, without `send`. */
  readonly log: string[] = [];
  readonly queues: Parameters<Boss["createQueue"]>[] = [];
  readonly workers = new Map<string, Parameters<Boss["work"]>>();
  /** Thrown by the next call of that operation. */
  readonly failures = new Map<keyof Boss, Error>();
  #count = 0;

  async createQueue(...args: Parameters<Boss["createQueue"]>): Promise<void> {
    this.#note("createQueue");
    this.queues.push(args);
  }

  async send(...[queue, data, { startAfter, db }]: Parameters<Boss["send"]>): Promise<string> {
    this.#fail("send");
    this.sent.push({ queue, data, at: startAfter.getTime(), db });
    return `job-${this.sent.length}`;
  }

  async work(...args: Parameters<Boss["work"]>): Promise<string> {
    this.#note("work");
    const id = `worker-${++this.#count}`;
    this.workers.set(id, args);
    return id;
  }

  async offWork(...[, { id }]: Parameters<Boss["offWork"]>): Promise<void> {
    this.#note("offWork");
    this.workers.delete(id);
  }

  /** One batch for one of the workers; answers how the jobs came out. */
  async deliver(...data: readonly unknown[]): Promise<readonly JobResult["status"][]> {
    const [worker] = [...this.workers.values()];
    if (worker === undefined) throw new Error("Expected a worker, got none.");
    const jobs = data.map((one, index): BossJob => ({ id: `job-${index}`, data: one }));
    const results = await worker[2](jobs);
    return jobs.map((job) => results.find(({ id }) => id === job.id)?.status ?? "failed");
  }

  #note(operation: keyof Boss): void {
    this.log.push(operation);
    this.#fail(operation);
  }

  #fail(operation: keyof Boss): void {
    const failure = this.failures.get(operation);
    this.failures.delete(operation);
    if (failure !== undefined) throw failure;
  }
}
