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
  print(writtenJson(document, 2));
}

/**
 * A value of a stranger as JSON that no terminal acts on: escaped is all that is not plainly visible, and every blank but
 * the space.
 *
 * @param indent - spaces a level; none for one line
 */
export function writtenJson(value: unknown, indent?: number): string {
  return escapedText(JSON.stringify(value, null, indent));
}

/** The text with all escaped that is not plainly visible, and every blank but the space and the end of a line. */
export function escapedText(text: string): string {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return text.replace(UNSEEN, (shown) => shown.split("").map(escaped).join(""));
}

/** Breaks of lines stand between members only: within a text JSON itself escapes them. */
const UNSEEN = /(?![ \n])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

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
