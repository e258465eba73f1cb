/**
 * @module
 * Node's threads, as much of them as tournaments ask for, without an import that a browser could not resolve.
 */

import { NegotiationError } from "../../errors.js";

/** A thread, seen from the one that started it. */
export interface Thread {
  on(event: "message", listener: (value: unknown) => void): unknown;
  on(event: "error", listener: (error: unknown) => void): unknown;
  on(event: "exit", listener: (code: number) => void): unknown;
  postMessage(value: unknown): void;
  terminate(): Promise<unknown>;
}

/** The door to the thread that started this one. */
export interface ParentPort {
  on(event: "message", listener: (value: unknown) => void): unknown;
  /** What is transferred is not copied, and empty here afterwards. */
  postMessage(value: unknown, transferred: readonly ArrayBuffer[]): void;
}

/** `node:worker_threads`. */
export interface WorkerThreads {
  readonly Worker: new (file: string | URL, options: { readonly workerData: unknown }) => Thread;
  /** `null` in the main thread. */
  readonly parentPort: ParentPort | null;
  readonly workerData: unknown;
}

/**
 * The threads of this platform.
 *
 * @throws {NegotiationError} `dependency_missing` where there are none
 */
export function workerThreads(): WorkerThreads {
  const { process } = globalThis as {
    readonly process?: { getBuiltinModule?(name: string): unknown };
  };
  const threads = process?.getBuiltinModule?.("node:worker_threads");
  if (threads !== undefined) return threads as WorkerThreads;
  throw new NegotiationError(
    "dependency_missing",
    "Expected node:worker_threads for workers above 0, got a platform without it. Use workers: 0, or Node 20.19.",
    { details: { package: "node:worker_threads" } },
  );
}
