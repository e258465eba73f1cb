/**
 * @module
 * Measures how much more an offer costs in a large outcome space than in a small one, on a machine that is busy with
 * other things as well.
 */

import { type InverseUtility, inverseUtility } from "../../preferences/inverse/index.js";
import { outcomeSpace, type Preferences } from "../../preferences/model/index.js";
import { randomDraw } from "../../preferences/random/index.js";
import { generateScenario } from "../../preferences/scenarios/index.js";
import type { StrategyMaker } from "./strategy-judges.js";
import { StrategyPlay, unyielding } from "./strategy-play.js";

/** How the slowdown is measured. */
export interface SlowdownOptions {
  readonly seed: number;
  /** In ms. */
  readonly now: () => number;
  /** It is measured anew, up to three times, until it is no greater. */
  readonly allowed: number;
}

/**
 * The cost of an offer among 100,000 outcomes in those among 1,000: after set-up, the acceptance condition asked, what
 * the offers are learnt from included. `null` when the strategy throws.
 *
 * Short plays of both sizes alternate, and the cheapest of each size counts: what a machine does beside can make a
 * play dearer, never cheaper. An attempt ends after a second, though not before each size was played three times.
 *
 * @see docs/requirements/bargaining.md, BA-7, and the bar `offerAt100000ToAt1000`
 */
export function slowdownOf(make: StrategyMaker, { seed, now, allowed }: SlowdownOptions): number | null {
  const sizes: readonly InverseUtility[] = [SMALL, LARGE].map((issues) => inverseOf(seed, issues));
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < MOST_ATTEMPTS && least > allowed; attempt += 1) {
    const costs = cheapestOf(sizes, make, seed, now);
    if (costs === null) return null;
    least = Math.min(least, ratioOf(costs[1] ?? 0, costs[0] ?? 0));
  }
  return least;
}

const SMALL: readonly number[] = [10, 10, 10];
const LARGE: readonly number[] = [10, 10, 10, 10, 10];

/** Chosen: a play is shorter than what a scheduler gives at once, and many of them outlast a burst of other work. */
const OWN_TURNS = 50;
const MOST_ROUNDS = 60;
const LEAST_ROUNDS = 3;
const ROUND_BUDGET_MS = 1_000;
const MOST_ATTEMPTS = 3;

function inverseOf(seed: number, issueSizes: readonly number[]): InverseUtility {
  const { issues, parties } = generateScenario(seed, issueSizes, 1);
  return inverseUtility(outcomeSpace(issues), parties[0]?.preferences as Preferences);
}

/** The cheapest play of each size, in ms. */
function cheapestOf(
  sizes: readonly InverseUtility[],
  make: StrategyMaker,
  seed: number,
  now: () => number,
): readonly number[] | null {
  const cheapest = sizes.map(() => Number.POSITIVE_INFINITY);
  const begun = now();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if (round >= LEAST_ROUNDS && now() - begun > ROUND_BUDGET_MS) break;
    for (const [index, inverse] of sizes.entries()) {
      const cost = costOfPlay(inverse, make, seed, now);
      if (cost === null) return null;
      cheapest[index] = Math.min(cheapest[index] as number, cost);
    }
  }
  return cheapest;
}

function costOfPlay(
  inverse: InverseUtility,
  make: StrategyMaker,
  seed: number,
  now: () => number,
): number | null {
  const turnLimit = 2 * OWN_TURNS;
  const offers = Array.from({ length: turnLimit + 1 }, (_, turnNumber) =>
    Math.floor(randomDraw(seed, "partner", turnNumber, 0) * inverse.size),
  );
  const play = new StrategyPlay({
    strategy: unyielding(make()),
    inverse,
    seat: "responder",
    seed,
    turnLimit,
  });
  const begun = now();
  while (play.step((turnNumber) => offers[turnNumber] as number));
  const cost = now() - begun;
  return play.failure === null ? cost : null;
}

/** A clock too coarse to see either is no proof of a slowdown. */
function ratioOf(large: number, small: number): number {
  return large <= 0 ? 1 : large / Math.max(small, Number.MIN_VALUE);
}
