/**
 * @module
 * Runs a script in a Node process of its own and tells how it ended.
 */

import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** How a process ended. */
export interface Ending {
  /** `null` when it was killed. */
  readonly code: number | null;
  /** Whether it had to be killed because it did not end in time. */
  readonly killed: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Writes `code` to `folder/name` and runs it there.
 *
 * @param timeoutMs - after which it is killed
 */
export function runScript(folder: string, name: string, code: string, timeoutMs = 120_000): Promise<Ending> {
  const path = join(folder, name);
  writeFileSync(path, code);
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [path],
      { cwd: folder, timeout: timeoutMs, encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : null;
        resolve({ code, killed: error?.killed ?? false, stdout, stderr });
      },
    );
  });
}
