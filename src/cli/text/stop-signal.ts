/**
 * @module
 * A clean stop: the first interrupt asks the work to end, a second one ends the process at once.
 */

import { say } from "./output.js";

/** The wish to stop, while some work goes on. */
export interface StopSignal {
  readonly signal: AbortSignal;
  /** By convention 128 and the number of the signal. */
  readonly exitCode: number;
  /** Listens no more. */
  release(): void;
}

/** Listens for SIGINT and SIGTERM until it is released. */
export function stopSignal(): StopSignal {
  const controller = new AbortController();
  let exitCode = 0;
  const listenerOf = (code: number) => (): void => {
    if (controller.signal.aborted) process.exit(code);
    exitCode = code;
    controller.abort();
    say("\nStopping. Once more to stop at once.");
  };
  const listeners = [
    ["SIGINT", listenerOf(130)],
    ["SIGTERM", listenerOf(143)],
  ] as const;
  for (const [name, listener] of listeners) process.on(name, listener);
  return {
    signal: controller.signal,
    get exitCode() {
      return exitCode;
    },
    release() {
      for (const [name, listener] of listeners) process.off(name, listener);
    },
  };
}
