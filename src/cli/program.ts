/**
 * @module
 * The program: its commands, and what they have in common.
 */

import { Command, CommanderError } from "commander";
import {
  addAnalyseCommand,
  addConvertCommand,
  addExportLogCommand,
  addInspectCommand,
  addMcpCommand,
  addRunCommand,
  addTournamentCommand,
  addVerifyCommand,
  addVerifyLogCommand,
  addVerifyReceiptCommand,
} from "./commands/index.js";
import { packageVersion } from "./files/index.js";
import { CommandError, errorLine, oneLine, say } from "./text/index.js";

/** The program, which throws a `CommanderError` instead of ending the process. */
export function concordat(): Command {
  const program = new Command("concordat")
    .description(
      "Negotiates scenarios, analyses them, plays tournaments of strategies, converts file formats, shows negotiations " +
        "on a page, serves them to MCP clients, and checks signed agreements and logs.",
    )
    .version(packageVersion())
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => write(`concordat: ${oneLine(text.replace(/^error: /, ""))}\n`),
    })
    .addHelpText(
      "after",
      `
Examples:
  concordat analyse api-supply
  concordat run api-supply --initiator boulware --responder linear --turns 30 --plot plane.svg
  concordat tournament api-supply game-trade --strategies boulware,micro,hybrid --report scores.html
  concordat convert api-supply api-supply.xml
  concordat inspect negotiations.db --open
  concordat verify agreement.json
  concordat verify-receipt agreement.json --key example.com/log+530d903a+AekyeRrm56hA...
  concordat verify-log log.ndjson --checkpoint latest.txt
  concordat export-log agreements.db log.ndjson
  concordat mcp --store deals.db --party buyer --open seller

Exit status: 0 done, 1 failed (one line on standard error says why and where), 2 wrong usage,
130 stopped by Ctrl-C, 143 by SIGTERM.`,
    );
  addRunCommand(program);
  addAnalyseCommand(program);
  addTournamentCommand(program);
  addConvertCommand(program);
  addInspectCommand(program);
  addVerifyCommand(program);
  addVerifyReceiptCommand(program);
  addVerifyLogCommand(program);
  addExportLogCommand(program);
  addMcpCommand(program);
  return program;
}

/**
 * Runs the program, and tells what failed in one line.
 *
 * @param args - without the names of Node and of the program. @default those of the process
 * @returns the exit status
 */
export async function runProgram(args?: readonly string[]): Promise<number> {
  try {
    await concordat().parseAsync(args, args && { from: "user" });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    // Commander has said what is wrong, or has shown the help that it was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    say(errorLine(error));
    return error instanceof CommandError ? error.exitCode : 1;
  }
}
