/**
 * @module
 * Runs the `concordat` command from the sources in this process: as its own would, but for signals and workers.
 */

import { runProgram } from "../../src/cli/program.js";

/** How it ended. */
export interface CommandEnding {
  /** `null` where a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs it in that folder. One at a time: the folder and both outputs are the process's. */
export async function commandHere(folder: string, args: readonly string[]): Promise<CommandEnding> {
  const said = { stdout: "", stderr: "" };
  const own = { stdout: process.stdout.write, stderr: process.stderr.write };
  const before = process.cwd();
  for (const name of ["stdout", "stderr"] as const) {
    process[name].write = (chunk: unknown, ...others: unknown[]): boolean => {
      said[name] += String(chunk);
      const written = others.at(-1);
      if (typeof written === "function") written();
      return true;
    };
  }
  process.chdir(folder);
  try {
    return { code: await runProgram(args), ...said };
  } finally {
    process.chdir(before);
    process.exitCode = undefined;
    Object.assign(process.stdout, { write: own.stdout });
    Object.assign(process.stderr, { write: own.stderr });
  }
}
