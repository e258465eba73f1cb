/**
 * @module
 * The `concordat` command: runs it, and tells what failed in one line.
 */

import { CommanderError } from "commander";
import { concordat } from "./program.js";
import { CommandError, errorLine, say } from "./text/index.js";

// A reader that has seen enough, such as `head`, is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  process.exit(error.code === "EPIPE" ? 0 : 1);
});

try {
  await concordat().parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
  // Commander has said what is wrong, or has shown the help that it was asked for.
  if (!(error instanceof CommanderError)) say(errorLine(error));
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  return error instanceof CommandError ? error.exitCode : 1;
}
