/**
 * @module
 * What the grounded extension costs, and how it grows with the attacks: it is to be linear.
 */

import { type ArgumentationFramework, defineFramework, grounded } from "../src/argumentation/index.js";
import { randomDraw } from "../src/preferences/random/index.js";
import { type Contestant, costOf, inPairs, ratioOf, timed } from "./measure.js";
import { hand } from "./report.js";

const SEED = 95;

const ARGUMENTS = 10_000;

/** Frameworks in one block. */
const COUNT = 10;

const contestants = [contestant("few", 50_000), contestant("many", 200_000)];
const costs = await inPairs(contestants, { count: COUNT });
hand({
  ratios: { grounded200000To50000: ratioOf(costs, "many", "few") },
  figures: {
    grounded50000Ms: costOf(costs, "few") / 1e6,
    grounded200000Ms: costOf(costs, "many") / 1e6,
  },
  goals: { grounded200000To50000: "at most 8" },
});

function contestant(name: string, attackCount: number): Contestant {
  const framework = randomFramework(attackCount);
  if (framework.attacks.length !== attackCount) throw new Error(`Expected ${attackCount} attacks.`);
  // The last result stays alive, so that none can be left out as useless.
  let last: unknown;
  const cost = timed(
    (count) => {
      for (let time = 0; time < count; time += 1) last = grounded(framework);
      return last;
    },
    () => globalThis.gc?.(),
  );
  return { name, cost };
}

/**
 * Attacks from the first arguments to later ones, each drawn at random: everything is settled in the end, so that
 * no attack is left out. Uniformly random attacks leave nothing without an attacker, and would be done at once.
 */
function randomFramework(attackCount: number): ArgumentationFramework {
  const ids = Array.from({ length: ARGUMENTS }, (_, place) => `argument-${place}`);
  const chosen = new Set<number>();
  for (let number = 0; chosen.size < attackCount; number += 1) {
    const one = Math.floor(randomDraw(SEED, "attack", number, 0) * ARGUMENTS);
    const other = Math.floor(randomDraw(SEED, "attack", number, 1) * ARGUMENTS);
    if (one !== other) chosen.add(Math.min(one, other) * ARGUMENTS + Math.max(one, other));
  }
  const pairs = [...chosen].map((key) => [ids[Math.floor(key / ARGUMENTS)], ids[key % ARGUMENTS]] as const);
  return defineFramework(ids, pairs as readonly (readonly [string, string])[]);
}
