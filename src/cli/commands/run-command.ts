/**
 * @module
 * `concordat run`: one negotiation, played to its end.
 */

import { type Command, Option } from "commander";
import { analysisOf, metricsOf } from "../../analysis/index.js";
import { type IssueTerms, outcomeSpace, type Scenario } from "../../preferences/index.js";
import { negotiationHtml, utilityPlaneSvg, utilityPlaneText } from "../../report/index.js";
import { namedStrategies, type Strategy } from "../../strategies/index.js";
import { type NegotiationResult, runNegotiation, scenarioInverses } from "../../tournament/index.js";
import { demandWritable, readScenario, writeText } from "../files/index.js";
import {
  CommandError,
  fileNamed,
  gathered,
  integer,
  plotColumns,
  print,
  printJson,
  runText,
  strategyList,
  strategyName,
} from "../text/index.js";
import { scenarioHelp, strategiesHelp } from "./help-text.js";

/** Adds the command to the program. */
export function addRunCommand(program: Command): void {
  program
    .command("run")
    .summary("negotiate a scenario with named strategies")
    .description("Negotiates a scenario with named strategies and shows how it went, on the utility plane.")
    .argument("<scenario>", "what is negotiated: a file, or a name (see below)")
    .option("-i, --initiator <strategy>", "who plays the first party, which opens", strategyName, "linear")
    .addOption(
      new Option(
        "-r, --responder <strategy>",
        "who plays the others: one strategy for all, or one for each, separated by commas",
      )
        .argParser(strategyList)
        .default(["conceder"], "conceder"),
    )
    .option("-t, --turns <count>", "the most turns, of all parties together", integer(1), 200)
    .option(
      "-s, --seed <number>",
      "an integer: same seed, same negotiation",
      integer(Number.MIN_SAFE_INTEGER),
      0,
    )
    .option("-p, --profile <file>", "file of a party; once for each, in their order", gathered)
    .option("--plot <file.svg>", "write the utility plane as a picture", fileNamed(".svg"))
    .option("--report <file.html>", "write a page: picture, timeline, all turns", fileNamed(".html", ".htm"))
    .option("--trace", "print every turn")
    .option("--json", "print one JSON document instead of text (members: docs/guide/command-line.md)")
    .addHelpText(
      "after",
      `\n${scenarioHelp()}\n\n${strategiesHelp()}\n
Examples:
  concordat run api-supply
  concordat run api-supply --initiator boulware --responder linear --turns 30 --plot plane.svg`,
    )
    .action(run);
}

interface RunFlags {
  readonly initiator: string;
  readonly responder: readonly string[];
  readonly turns: number;
  readonly seed: number;
  readonly profile?: readonly string[];
  readonly plot?: string;
  readonly report?: string;
  readonly trace?: boolean;
  readonly json?: boolean;
}

async function run(place: string, flags: RunFlags): Promise<void> {
  const { seed, turns: turnLimit } = flags;
  for (const file of [flags.plot, flags.report]) if (file !== undefined) demandWritable(file);
  const scenario = await readScenario(place, flags.profile ?? []);
  const names = strategiesFor(scenario, flags);
  const strategies = names.map((name) => (namedStrategies[name] as () => Strategy)());
  // The same for both, so that a space that is sampled is measured on the sample that was played on.
  const inverses = scenarioInverses(scenario);
  const result = runNegotiation({ scenario, inverses, strategies, turnLimit, seed, trace: true });
  const analysis = analysisOf(scenario, { inverses });
  const trace = result.trace ?? [];
  const metrics = metricsOf(trace, analysis);
  const { cardinality, outcomeCount, sampled } = analysis;
  const shown = { scenario, trace, analysis };
  if (flags.plot !== undefined) writeText(flags.plot, utilityPlaneSvg(shown));
  if (flags.report !== undefined) writeText(flags.report, negotiationHtml(shown));
  const agreedTerms = termsOf(scenario, result);
  if (flags.json === true) {
    const { trace: _, ...ending } = result;
    const parties = scenario.parties.map(({ name }, index) => ({ name, strategy: names[index] }));
    const head = { command: "run", version: 1, scenario: scenario.name, parties, turnLimit, seed };
    printJson({ ...head, cardinality, outcomeCount, sampled, result: ending, agreedTerms, metrics, trace });
    return;
  }
  const plane = utilityPlaneText({ ...shown, columns: plotColumns() });
  print(
    runText({
      scenario,
      analysis,
      names,
      turnLimit,
      seed,
      agreedTerms,
      result,
      metrics,
      showsTurns: flags.trace === true,
    }),
  );
  print(`\n${plane}`);
  for (const file of [flags.plot, flags.report]) if (file !== undefined) print(`\nWritten: ${file}`);
}

/** One a party, in the order of the scenario. */
function strategiesFor({ parties }: Scenario, { initiator, responder }: RunFlags): readonly string[] {
  const others = Math.max(parties.length - 1, 1);
  const expected = others === 1 ? "one strategy" : `1 or ${others} strategies`;
  const [first] = responder;
  if (responder.length === 1) return [initiator, ...new Array<string>(others).fill(first as string)];
  if (responder.length === others) return [initiator, ...responder];
  throw new CommandError(`Expected --responder to name ${expected}, got ${responder.length}.`, 2);
}

function termsOf({ issues }: Scenario, { agreement }: NegotiationResult): IssueTerms | null {
  return agreement === null ? null : outcomeSpace(issues).termsAt(agreement);
}
