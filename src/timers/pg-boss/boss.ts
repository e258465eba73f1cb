/**
 * @module
 * What a timer asks of pg-boss: the few operations, structurally, so that no type of it is ours to keep up with.
 */

/** A job as a worker gets it. */
export interface BossJob {
  readonly id: string;
  readonly data: unknown;
}

/** What runs SQL on a connection that somebody else holds. */
export interface SqlExecutor {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** How one job of a batch came out. */
export interface JobResult {
  readonly id: string;
  readonly status: "completed" | "failed";
}

/** A started `PgBoss` 12.35 fits. */
export interface Boss {
  /** Leaves a queue as it is that is there already. */
  createQueue(
    name: string,
    options: {
      readonly retryLimit: number;
      readonly heartbeatSeconds: number;
      readonly deleteAfterSeconds: number;
    },
  ): PromiseLike<unknown>;
  /** @param options - `startAfter` is when; with `db` the job is written there, in whatever transaction that is */
  send(
    name: string,
    data: object,
    options: { readonly startAfter: Date; readonly db?: SqlExecutor },
  ): PromiseLike<unknown>;
  /** Begins to take jobs; answers the name of the workers, for `offWork`. */
  work(
    name: string,
    options: {
      readonly pollingIntervalSeconds: number;
      readonly batchSize: number;
      readonly localConcurrency: number;
      readonly burstWhenBatchFull: true;
      readonly perJobResults: true;
    },
    handler: (jobs: readonly BossJob[]) => Promise<JobResult[]>,
  ): PromiseLike<string>;
  /** Ends these workers; with `wait` it resolves when their last batch is done. */
  offWork(name: string, options: { readonly id: string; readonly wait: boolean }): PromiseLike<unknown>;
}
