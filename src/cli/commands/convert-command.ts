/**
 * @module
 * `concordat convert`: a scenario from one file format to another.
 */

import { existsSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { type Command, Option } from "commander";
import { fromGeniusXml, toGeniusXml } from "../../preferences/formats/genius/index.js";
import { fromGeniusWeb, type Scenario, toGeniusWeb } from "../../preferences/index.js";
import { shownText } from "../../report/drawing/index.js";
import { demandWritable, readScenario, writeText } from "../files/index.js";
import { CommandError, faultsOf, faultText, fileError, gathered, print, say } from "../text/index.js";
import { scenarioHelp } from "./help-text.js";

/** Adds the command to the program. */
export function addConvertCommand(program: Command): void {
  program
    .command("convert")
    .summary("a scenario from one file format to another")
    .description("Converts a scenario. What the other format cannot say is refused, never left out.")
    .argument("<in>", "the scenario: a file, or a name (see below)")
    .argument(
      "<out>",
      "the file to write: .json for concordat, .xml for GENIUS, unless --format says otherwise",
    )
    .addOption(
      new Option("-f, --format <format>", "what to write").choices(["concordat", "genius", "genius-web"]),
    )
    .option("-p, --profile <file>", "file of a party to read; once for each, in their order", gathered)
    .option("--force", "replace files that are there")
    .addHelpText(
      "after",
      `\nGENIUS and GeniusWeb take a domain file and one file for each party: these are written beside OUT, named
after it and the party (market.xml, market-buyer.xml, market-seller.xml).\n
${scenarioHelp()}\n
Examples:
  concordat convert laptop_domain.xml laptop.json -p laptop_buyer.xml -p laptop_seller.xml
  concordat convert game-trade trade.json --format genius-web`,
    )
    .action(convert);
}

interface ConvertFlags {
  readonly format?: OutputFormat;
  readonly profile?: readonly string[];
  readonly force?: boolean;
}

type OutputFormat = "concordat" | "genius" | "genius-web";

interface OutputFile {
  readonly path: string;
  readonly text: string;
}

/** What a format makes of a scenario. */
interface Written {
  readonly files: readonly OutputFile[];
  /** The scenario as it comes back from the files. */
  readonly readBack: Scenario;
}

async function convert(place: string, out: string, flags: ConvertFlags): Promise<void> {
  const format = flags.format ?? formatByEnding(out);
  demandWritable(out);
  const scenario = await readScenario(place, flags.profile ?? []);
  let written: Written;
  try {
    written = await WRITERS[format](scenario, out);
  } catch (error) {
    const [first, ...others] = faultsOf(error);
    if (first === undefined) throw error;
    const places = others.map(({ path }) => `/${path.join("/")}`);
    throw fileError(place, undefined, faultText(first, places), error);
  }
  const { files, readBack } = written;
  // All of them first, so that none is written beside others that are not.
  for (const { path } of files) if (flags.force !== true && existsSync(path)) throw existing(path);
  for (const { path, text } of files) {
    writeText(path, text);
    print(`Written: ${path}`);
  }
  const unordered = namesOnly(scenario, readBack);
  if (unordered.length === 0) return;
  say(
    `concordat: ${out} has the values of ${unordered.map((name) => shownText(name)).join(", ")} as plain text: ` +
      "the format knows no order and no numbers there. Utilities are the same.",
  );
}

/** The issues whose values were numbers or truth values, or had an order, and are names without one when read back. */
function namesOnly({ issues }: Scenario, readBack: Scenario): readonly string[] {
  const isPlain = (issue: Scenario["issues"][number] | undefined): boolean =>
    issue?.kind === "categorical" && issue.values.every((value) => typeof value === "string");
  return issues
    .filter((issue, index) => !isPlain(issue) && isPlain(readBack.issues[index]))
    .map(({ name }) => name);
}

const WRITERS: Readonly<
  Record<OutputFormat, (scenario: Scenario, out: string) => Written | Promise<Written>>
> = {
  concordat: (scenario, path) => ({ files: [{ path, text: jsonText(scenario) }], readBack: scenario }),
  genius: async (scenario, path) => {
    const { domain, profiles } = toGeniusXml(scenario);
    const texts = profiles.map(({ xml }) => xml);
    return {
      files: [{ path, text: domain }, ...partyFiles(path, scenario, texts)],
      readBack: await fromGeniusXml(domain, profiles),
    };
  },
  "genius-web": (scenario, path) => {
    const { domain, profiles } = toGeniusWeb(scenario);
    return {
      files: [{ path, text: jsonText(domain) }, ...partyFiles(path, scenario, profiles.map(jsonText))],
      readBack: fromGeniusWeb(domain, profiles),
    };
  },
};

function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function formatByEnding(out: string): OutputFormat {
  const ending = extname(out).toLowerCase();
  if (ending === ".json") return "concordat";
  if (ending === ".xml") return "genius";
  throw new CommandError(`Expected OUT to end in .json or .xml, or --format, got ${out}.`, 2);
}

function existing(path: string): CommandError {
  return fileError(path, undefined, "Expected a new file, got one that exists. Add --force to replace it.");
}

/** Beside the domain, with the party's name as far as it is fit for one of a file; the number where it is not. */
function partyFiles(out: string, { parties }: Scenario, texts: readonly string[]): readonly OutputFile[] {
  const names = parties.map(({ name }) => name.replace(/[^\p{L}\p{N}_-]+/gu, "-").replace(/^-+|-+$/g, ""));
  const areFit =
    new Set(names.map((name) => name.toLowerCase())).size === names.length && !names.includes("");
  const ending = extname(out);
  const stem = basename(out, ending);
  return texts.map((text, index) => ({
    path: join(dirname(out), `${stem}-${areFit ? names[index] : `party${index + 1}`}${ending}`),
    text,
  }));
}
