/**
 * @module
 * The `concordat` command.
 */

import { runProgram } from "./program.js";
import { errorLine, say } from "./text/index.js";

// A reader that has seen enough, such as `head`, is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  say(errorLine(error));
  process.exit(1);
});

process.exitCode = await runProgram();
