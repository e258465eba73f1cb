/**
 * @module
 * `concordat analyse`: what can be said of a scenario before anybody negotiates.
 */

import { type Command, Option } from "commander";
import { analysisOf, type DisagreementRule, type Over } from "../../analysis/index.js";
import { utilityPlaneSvg, utilityPlaneText } from "../../report/index.js";
import { demandWritable, readScenario, writeText } from "../files/index.js";
import { analysisText, fileNamed, gathered, integer, plotColumns, print, printJson } from "../text/index.js";
import { scenarioHelp } from "./help-text.js";

/** Adds the command to the program. */
export function addAnalyseCommand(program: Command): void {
  program
    .command("analyse")
    .alias("analyze")
    .summary("frontier, solution points and opposition of a scenario")
    .description(
      "Shows the Pareto frontier of a scenario, its solution points and how opposed its parties are.",
    )
    .argument("<scenario>", "what is analysed: a file, or a name (see below)")
    .option("-p, --profile <file>", "file of a party; once for each, in their order", gathered)
    .addOption(
      new Option("--over <outcomes>", "the frontier of outcomes rational for all, or of all")
        .choices(["rational", "all"])
        .default("rational"),
    )
    .addOption(
      new Option("--disagreement <rule>", "where the gains of the solution rules start")
        .choices(["reservation", "reservation-or-minimum"])
        .default("reservation"),
    )
    .option(
      "--max-outcomes <count>",
      "sample a space that has more outcomes",
      integer(1, 10_000_000),
      1_000_000,
    )
    .option("-s, --seed <number>", "an integer: of the sample", integer(Number.MIN_SAFE_INTEGER), 0)
    .option("--plot <file.svg>", "write the utility plane as a picture", fileNamed(".svg"))
    .option("--json", "print one JSON document instead of text (members: docs/guide/command-line.md)")
    .addHelpText("after", `\n${scenarioHelp()}\n\nExample:\n  concordat analyse meeting-slot --json`)
    .action(analyse);
}

interface AnalyseFlags {
  readonly profile?: readonly string[];
  readonly over: Over;
  readonly disagreement: DisagreementRule;
  readonly maxOutcomes: number;
  readonly seed: number;
  readonly plot?: string;
  readonly json?: boolean;
}

async function analyse(place: string, flags: AnalyseFlags): Promise<void> {
  const { over, disagreement, maxOutcomes, seed, plot } = flags;
  if (plot !== undefined) demandWritable(plot);
  const scenario = await readScenario(place, flags.profile ?? []);
  const analysis = analysisOf(scenario, { over, disagreement, maxOutcomes, seed });
  const shown = { scenario, analysis, seed };
  if (plot !== undefined) writeText(plot, utilityPlaneSvg(shown));
  if (flags.json === true) {
    printJson({ command: "analyse", version: 1, seed, analysis });
    return;
  }
  print(analysisText(analysis));
  print(`\n${utilityPlaneText({ ...shown, columns: plotColumns() })}`);
  if (plot !== undefined) print(`\nWritten: ${plot}`);
}
