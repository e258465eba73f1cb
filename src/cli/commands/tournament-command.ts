/**
 * @module
 * `concordat tournament`: every pair of strategies on every scenario, with rows that are kept while they come.
 */

import type { Command } from "commander";
import { tournamentHtml } from "../../report/index.js";
import { runTournament, type TournamentResult } from "../../tournament/index.js";
import { demandWritable, isCsvFile, RowsFile, readScenario, writeText } from "../files/index.js";
import {
  CommandError,
  faultsOf,
  faultText,
  fileError,
  fileNamed,
  integer,
  noProgress,
  print,
  printJson,
  progressDisplay,
  type StopSignal,
  say,
  stopSignal,
  strategySet,
  summaryText,
} from "../text/index.js";
import { scenarioHelp, strategiesHelp } from "./help-text.js";

/** Adds the command to the program. */
export function addTournamentCommand(program: Command): void {
  program
    .command("tournament")
    .summary("every pair of strategies on every scenario")
    .description(
      "Plays every ordered pair of strategies on every scenario of two parties, with the parties' preferences as " +
        "in the file and swapped, and ranks the strategies by mean advantage, (u - r) / (max - r).",
    )
    .argument("<scenarios...>", "files that hold all parties, or names (see below)")
    .requiredOption("--strategies <names>", "who plays: names separated by commas, or all", strategySet)
    .option(
      "--repeat <count>",
      "how often each pairing is played, each time with a seed of its own",
      integer(1),
      1,
    )
    .option(
      "-t, --turns <count>",
      "the most turns of a negotiation, of both parties together",
      integer(1),
      200,
    )
    .option("-s, --seed <number>", "an integer: same seed, same rows", integer(Number.MIN_SAFE_INTEGER), 0)
    .option(
      "-w, --workers <count>",
      "threads beside the main one, 0 to 64; the rows are the same",
      integer(0, 64),
      0,
    )
    .option("--no-self-play", "no strategy meets itself")
    .option("--no-rotate-roles", "preferences only as in the file")
    .option(
      "--rows <file>",
      "write a row for each negotiation while they come",
      fileNamed(".ndjson", ".jsonl", ".csv"),
    )
    .option("--resume", "go on with the file of --rows (.ndjson or .jsonl) where an earlier run stopped")
    .option("--report <file.html>", "write a page: scores, pairs, distributions", fileNamed(".html", ".htm"))
    .option("--json", "print one JSON document instead of text (members: docs/guide/command-line.md)")
    .option("-q, --quiet", "show no progress")
    .addHelpText(
      "after",
      `\nCtrl-C stops after the negotiations in play, keeps what is done and exits with status 130.\n
${scenarioHelp()}
Here every scenario has to be one file: \`concordat convert\` makes it from the other formats.\n
${strategiesHelp()}\n
Example:
  concordat tournament api-supply game-trade --strategies boulware,micro,hybrid --repeat 5 \\
    --workers 2 --rows rows.ndjson --report scores.html
  concordat tournament ... --rows rows.ndjson --resume`,
    )
    .action(tournament);
}

interface TournamentFlags {
  readonly strategies: readonly string[];
  readonly repeat: number;
  readonly turns: number;
  readonly seed: number;
  readonly workers: number;
  readonly selfPlay: boolean;
  readonly rotateRoles: boolean;
  readonly rows?: string;
  readonly resume?: boolean;
  readonly report?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

async function tournament(places: readonly string[], flags: TournamentFlags): Promise<void> {
  const { report } = flags;
  if (report !== undefined) demandWritable(report);
  const stop = stopSignal();
  try {
    const { result, scenarios, total, failed } = await played(places, flags, stop);
    const { rows, summary, isComplete } = result;
    if (report !== undefined) {
      writeText(report, tournamentHtml({ rows, strategies: flags.strategies, title: scenarios.join(", ") }));
    }
    if (flags.json === true) {
      const { strategies, turns: turnLimit, seed, repeat: repetitions, selfPlay, rotateRoles } = flags;
      const settings = { scenarios, strategies, turnLimit, seed, repetitions, selfPlay, rotateRoles };
      const counts = { total, done: rows.length, failed };
      printJson({ command: "tournament", version: 1, ...settings, isComplete, ...counts, summary });
    } else {
      print(summaryText(summary));
      for (const file of [flags.rows, report]) if (file !== undefined) print(`\nWritten: ${file}`);
    }
    if (isComplete) return;
    process.exitCode = stop.exitCode;
    say(`concordat: Stopped: ${rows.length} of ${total} negotiations are done${resumeWords(flags)}`);
  } finally {
    stop.release();
  }
}

interface Played {
  readonly result: TournamentResult;
  /** Their names. */
  readonly scenarios: readonly string[];
  readonly total: number;
  readonly failed: number;
}

async function played(places: readonly string[], flags: TournamentFlags, stop: StopSignal): Promise<Played> {
  const scenarios = [];
  for (const place of places) scenarios.push(await readScenario(place, []));
  const file = openRows(flags);
  const display = flags.quiet === true ? noProgress : progressDisplay(process.stderr);
  let last = { total: 0, failed: 0 };
  try {
    const result = await runTournament({
      scenarios,
      strategies: flags.strategies,
      seed: flags.seed,
      turnLimit: flags.turns,
      selfPlay: flags.selfPlay,
      rotateRoles: flags.rotateRoles,
      repetitions: flags.repeat,
      workers: flags.workers,
      keepRows: true,
      completed: file?.completed,
      onRow: (row) => file?.add(row),
      onProgress: (progress) => {
        last = progress;
        display.show(progress);
      },
      signal: stop.signal,
    });
    file?.finish(result.rows, result.isComplete);
    return { result, scenarios: scenarios.map(({ name }) => name), total: last.total, failed: last.failed };
  } catch (error) {
    file?.close();
    throw placedError(places, flags, file, error) ?? error;
  } finally {
    display.end();
  }
}

function openRows({ rows, resume }: TournamentFlags): RowsFile | undefined {
  if (resume === true && (rows === undefined || isCsvFile(rows))) {
    throw new CommandError("Expected --rows with a file of JSON lines (.ndjson) to --resume, got none.", 2);
  }
  return rows === undefined ? undefined : new RowsFile(rows, resume === true);
}

function resumeWords({ rows }: TournamentFlags): string {
  if (rows === undefined) return "; without --rows they are not kept.";
  if (isCsvFile(rows))
    return `, kept in ${rows}. To be able to go on, write --rows to a file that ends in .ndjson.`;
  return `, kept in ${rows}. To go on, give the same command with --resume.`;
}

/** The library's faults with the file that they are in; `undefined` for those that are in none. */
function placedError(
  places: readonly string[],
  { rows }: TournamentFlags,
  file: RowsFile | undefined,
  error: unknown,
): CommandError | undefined {
  const [first] = faultsOf(error);
  const [list, index, ...path] = first?.path ?? [];
  if (first === undefined || typeof index !== "number") return undefined;
  const scenario = places[index];
  const said = faultText({ ...first, path });
  if (list === "scenarios" && scenario !== undefined) return fileError(scenario, undefined, said, error);
  if (list !== "completed" || rows === undefined) return undefined;
  const line = file?.lineOfCompleted(index);
  const advice = "To go on, give the settings of the first run; else choose another file.";
  return fileError(rows, line === undefined ? undefined : { line, column: 1 }, `${said} ${advice}`, error);
}
