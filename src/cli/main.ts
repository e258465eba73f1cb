/**
 * @module
 * The `concordat` command.
 */

import { runProgram } from "./program.js";

// A reader that has seen enough, such as `head`, is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  process.exit(error.code === "EPIPE" ? 0 : 1);
});

process.exitCode = await runProgram();
