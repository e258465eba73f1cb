/**
 * @module
 * Runs an example as its reader would: through tsx, in a process of its own.
 */

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** How it ended. */
export interface ExampleEnding {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** @param file - below `examples/` */
export function runExample(
  file: string,
  args: readonly string[] = [],
  timeout = 120_000,
): Promise<ExampleEnding> {
  const tsx = `${root}node_modules/.bin/tsx`;
  return new Promise((resolve) => {
    execFile(
      tsx,
      [`examples/${file}`, ...args],
      { cwd: root, encoding: "utf8", timeout, env: { ...process.env, NO_COLOR: "1" } },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : null;
        resolve({ code, stdout, stderr });
      },
    );
  });
}
