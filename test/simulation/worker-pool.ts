/**
 * @module
 * A few threads that take jobs one by one.
 */

import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { counts } from "./counts.js";
import type { Catch } from "./mutants/hunt.js";
import { mutants } from "./mutants/mutants.js";
import { tableOf } from "./mutants/table.js";
import { bundled } from "./patched-source.js";
import { type BatchResult, pieces, type WorldBatch } from "./run-worlds.js";

/** What a thread is asked to do. */
export type Job =
  | { readonly kind: "worlds"; readonly batch: WorldBatch }
  | { readonly kind: "hunt"; readonly mutant: string; readonly mostSeeds: number };

type Answer =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error: string };

/** Threads with the simulation loaded. */
export class WorkerPool {
  readonly #workers: readonly Worker[];
  readonly #remove: () => void;

  private constructor(workers: readonly Worker[], remove: () => void) {
    this.#workers = workers;
    this.#remove = remove;
  }

  /** @param size - at most as many threads as there are cores, and at least one */
  static async open(size = 2): Promise<WorkerPool> {
    const { url, remove } = await bundled('import "./test/simulation/world-worker.ts";', "worker");
    const count = Math.max(1, Math.min(size, availableParallelism()));
    const path = fileURLToPath(url);
    return new WorkerPool(
      Array.from({ length: count }, () => new Worker(path)),
      remove,
    );
  }

  /** Runs worlds, all of them; `onResult` is told of each piece and may say that it is enough. */
  async worlds(
    batches: Iterable<WorldBatch>,
    onResult: (result: BatchResult) => "enough" | undefined,
  ): Promise<void> {
    await this.#each(
      cut(batches),
      (batch) => ({ kind: "worlds", batch }),
      (result) => onResult(result as BatchResult),
    );
  }

  /** Hunts mutants, the result of each told as it comes. */
  async hunts(names: readonly string[], mostSeeds: number, onCatch: (found: Catch) => void): Promise<void> {
    await this.#each(
      names,
      (mutant) => ({ kind: "hunt", mutant, mostSeeds }),
      (found) => {
        onCatch(found as Catch);
        return undefined;
      },
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
    this.#remove();
  }

  async #each<Item>(
    items: Iterable<Item>,
    jobOf: (item: Item) => Job,
    onResult: (result: unknown) => "enough" | undefined,
  ): Promise<void> {
    const waiting = items[Symbol.iterator]();
    let isEnough = false;
    await Promise.all(
      this.#workers.map(async (worker) => {
        while (!isEnough) {
          const next = waiting.next();
          if (next.done === true) return;
          if (onResult(await asked(worker, jobOf(next.value))) === "enough") isEnough = true;
        }
      }),
    );
  }
}

function* cut(batches: Iterable<WorldBatch>): Generator<WorldBatch> {
  for (const batch of batches) yield* pieces(batch);
}

function asked(worker: Worker, job: Job): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      worker.off("message", onMessage);
      worker.off("error", onError);
      worker.off("exit", onExit);
    };
    const onMessage = (answer: Answer): void => {
      end();
      if (answer.ok) resolve(answer.result);
      else reject(new Error(answer.error));
    };
    const onError = (error: unknown): void => {
      end();
      reject(error);
    };
    const onExit = (): void => onError(new Error("Expected the worker to answer, got its end."));
    worker.on("message", onMessage);
    worker.on("error", onError);
    worker.on("exit", onExit);
    worker.postMessage(job);
  });
}

/** Hunts every mutant with its seeds, and prints what was found, in the order of the list. */
export async function huntedAll(): Promise<readonly Catch[]> {
  const catches = new Map<string, Catch>();
  const pool = await WorkerPool.open();
  try {
    const names = mutants.map(({ name }) => name);
    await pool.hunts(names, counts.mutantSeeds, (found) => catches.set(found.mutant, found));
  } finally {
    await pool.close();
  }
  const found = mutants.flatMap(({ name }) => catches.get(name) ?? []);
  console.log(tableOf(found));
  return found;
}
