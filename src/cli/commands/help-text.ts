/**
 * @module
 * The parts of help texts that more than one command shows: what a scenario is, and what the strategies do.
 */

import { bundledScenarios } from "../files/index.js";

/** What may stand for SCENARIO. */
export function scenarioHelp(): string {
  const names = bundledScenarios().join(", ");
  return [
    "SCENARIO is a file, told by what is in it:",
    '  concordat   JSON with "format": "concordat-scenario"; one file holds all',
    "  GENIUS      domain XML, and --profile FILE for each party",
    "  GeniusWeb   domain JSON, and --profile FILE for each party",
    "  NegMAS      domain JSON (YAML turned into JSON), and --profile FILE for each party",
    ...(names === "" ? [] : ["or one that comes with concordat:", `  ${names}`]),
  ].join("\n");
}

/** Every named strategy in a line of its own. */
export function strategiesHelp(): string {
  const entries = Object.entries(STRATEGY_WORDS);
  const width = Math.max(...entries.map(([name]) => name.length));
  return ["Strategies:", ...entries.map(([name, words]) => `  ${name.padEnd(width)}  ${words}`)].join("\n");
}

/** What each named strategy does, for people who choose one. */
const STRATEGY_WORDS: Readonly<Record<string, string>> = Object.freeze({
  boulware: "concedes late",
  conceder: "concedes early",
  linear: "concedes evenly over the turns",
  micro: "goes down its outcomes one by one, as fast as the other side (MiCRO)",
  random: "proposes any rational outcome: a baseline",
  tough: "proposes its best outcome only, and accepts nothing less",
  "relative-tit-for-tat": "answers the other side's latest change with the same ratio",
  "random-absolute-tit-for-tat": "answers it with the same amount, and gives a little more at random",
  "averaged-tit-for-tat": "answers the change over the last few offers",
  "nice-tit-for-tat": "comes toward the Nash point as far as the other side does",
  hybrid: "answers changes at first, follows the clock toward the end",
  "trade-off": "keeps its utility and moves toward what the other side proposed",
  "monotonic-concession": "goes down its own utilities step by step",
  zeuthen: "concedes when it has less to lose by conceding",
});
