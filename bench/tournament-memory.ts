/**
 * @module
 * How much memory a tournament of a million rows takes that hands its rows on: the largest resident size of a
 * process that plays it, in this thread.
 */

import { generateScenario } from "../src/preferences/scenarios/index.js";
import { runTournament } from "../src/tournament/index.js";
import { hand } from "./report.js";

const ROWS = 1_000_000;
const SCENARIOS = 100;
const STRATEGIES = ["tough", "boulware"] as const;
/** Two orders of the parties, four pairs. */
const JOBS_A_REPETITION = SCENARIOS * 2 * STRATEGIES.length ** 2;

const scenarios = Array.from({ length: SCENARIOS }, (_, seed) => generateScenario(seed, [3, 3], 2));
let told = 0;
const before = performance.now();
const { rows, isComplete } = await runTournament({
  scenarios: scenarios.map((scenario, index) => ({ ...scenario, name: `s${index}` })),
  strategies: STRATEGIES,
  seed: 1,
  turnLimit: 2,
  repetitions: ROWS / JOBS_A_REPETITION,
  onRow: () => {
    told += 1;
  },
});
if (told !== ROWS || rows.length !== 0 || !isComplete) {
  throw new Error(`Expected ${ROWS} rows told and none kept, got ${told} and ${rows.length}.`);
}
hand({
  ratios: {},
  figures: {
    mbFor1000000Rows: process.resourceUsage().maxRSS / 1024,
    seconds: (performance.now() - before) / 1000,
  },
  goals: { mbFor1000000Rows: "at most 512" },
});
