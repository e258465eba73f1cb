/**
 * @module
 * The command's two streams: results to standard output, everything said on the way to standard error; and the
 * signals that stop it.
 */

/** Writes lines of the result. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Writes the one JSON document of a command that was asked for JSON. */
export function printJson(document: object): void {
  print(JSON.stringify(document, null, 2));
}

/** Says something that is no result. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** How wide pictures in the terminal may be: as wide as it is, between 60 and 100 characters. */
export function plotColumns(): number {
  return Math.min(100, Math.max(60, process.stdout.columns ?? 80));
}

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
