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
  createQueue(name: string, options: Readonly<Record<string, number>>): PromiseLike<unknown>;
  send(
    name: string,
    data: object,
    options: { readonly startAfter: Date; readonly db?: SqlExecutor },
  ): PromiseLike<unknown>;
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
  offWork(name: string, options: { readonly id: string; readonly wait: boolean }): PromiseLike<unknown>;
}
