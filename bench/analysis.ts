/**
 * @module
 * What frontier and Nash point of two parties cost, from their preferences, against a bare loop that sorts by sum;
 * and how it grows with the outcomes.
 */

import { isDeepStrictEqual } from "node:util";
import { frontier, nash, utilitiesOf } from "../src/analysis/index.js";
import { generateScenario, type Scenario, type ScenarioParty } from "../src/preferences/scenarios/index.js";
import { type BareParty, type BareResult, bareFrontier } from "./bare-frontier.js";
import { type Contestant, costOf, inPairs, ratioOf, timed } from "./measure.js";
import { hand } from "./report.js";

const SEED = 12;

/** Outcomes, and how many analyses one block has. */
const SIZES = [
  [1_000, 1_000],
  [10_000, 100],
  [100_000, 10],
] as const;

const ratios: Record<string, number> = {};
const figures: Record<string, number> = {};
for (const [outcomes, count] of SIZES) {
  const scenario = generateScenario(SEED, new Array(Math.log10(outcomes)).fill(10), 2);
  const parties = scenario.parties.map(bareParty);
  const found = byLibrary(scenario);
  if (!isDeepStrictEqual(found, sorted(byBareLoop(parties)))) {
    throw new Error(`Expected both to find the same among ${outcomes} outcomes.`);
  }
  const contestants = [
    contestant("ours", () => byLibrary(scenario)),
    contestant("bare", () => byBareLoop(parties)),
  ];
  const costs = await inPairs(contestants, { count });
  ratios[`paretoToBareLoop${outcomes}`] = ratioOf(costs, "ours", "bare");
  figures[`pareto${outcomes}Ms`] = costOf(costs, "ours") / 1e6;
  figures[`bareLoop${outcomes}Ms`] = costOf(costs, "bare") / 1e6;
  figures[`frontierSize${outcomes}`] = found.frontier.length;
}
ratios["growth100000To10000"] = figures["pareto100000Ms"]! / figures["pareto10000Ms"]!;
hand({
  ratios,
  figures,
  goals: {
    paretoToBareLoop10000: "at most 1, better 0.5",
    paretoToBareLoop100000: "at most 1, better 0.5",
    growth100000To10000: "at most 25",
  },
});

function byLibrary(scenario: Scenario): BareResult {
  const utilities = utilitiesOf(scenario);
  const points = frontier(utilities);
  const [best] = nash(utilities).points;
  return { frontier: points.map(pairOf), nash: best && pairOf(best) };
}

function pairOf({
  utilities: [mine = 0, yours = 0],
}: {
  readonly utilities: readonly number[];
}): [number, number] {
  return [mine, yours];
}

function byBareLoop([first, second]: readonly BareParty[]): BareResult {
  if (first === undefined || second === undefined) throw new Error("Expected two parties.");
  const sizes = first.evaluations.map(({ length }) => length);
  return bareFrontier(sizes, first, second);
}

function sorted({ frontier: points, nash: best }: BareResult): BareResult {
  return { frontier: points.toSorted(([one], [other]) => other - one), nash: best };
}

function bareParty({ preferences }: ScenarioParty): BareParty {
  if (preferences.kind !== "additive") throw new Error("Expected additive preferences.");
  return {
    weights: preferences.weights,
    evaluations: preferences.values.map((one) => (one.kind === "table" ? one.values : [])),
    reservation: preferences.reservation ?? 0,
  };
}

/** The last result stays alive, so that no analysis can be left out as useless. */
function repeat(times: number, analyse: () => BareResult): BareResult | undefined {
  let last: BareResult | undefined;
  for (let time = 0; time < times; time += 1) last = analyse();
  return last;
}

/** Neither pays for the other's garbage, nor for code that the collector took with it. */
function contestant(name: string, analyse: () => BareResult): Contestant {
  const prepare = (count: number): void => {
    globalThis.gc?.();
    repeat(count, analyse);
  };
  return { name, cost: timed((count) => repeat(count, analyse), prepare) };
}
