/**
 * @module
 * What worlds cost, and how much of that is checking: the invariants are to take at most half of it (SM-20).
 */

import { Watch } from "../src/simulation/observation/index.js";
import { SimWorld } from "../src/simulation/run/index.js";
import { WORLD_PRESETS } from "../src/simulation/world/index.js";
import { median } from "./measure.js";
import { hand } from "./report.js";

const SEEDS_A_ROUND = 20;
const ROUNDS = 5;

/** Taken before a world bans it. */
const now = performance.now.bind(performance);
let checkingMs = 0;
const tell = Watch.prototype.tell as unknown as (this: Watch, ...told: unknown[]) => void;
Watch.prototype.tell = function (this: Watch, ...told: unknown[]): void {
  const startedAt = now();
  tell.apply(this, told);
  checkingMs += now() - startedAt;
};

// Until the code is warm.
await played(1, 5);
const shares: number[] = [];
const costs: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  checkingMs = 0;
  const ms = await played(11 + round * SEEDS_A_ROUND, SEEDS_A_ROUND);
  shares.push(checkingMs / ms);
  costs.push(ms / (SEEDS_A_ROUND * WORLD_PRESETS.length));
}
hand({
  ratios: { checkingToWorlds: median(shares) },
  figures: { worldMs: median(costs) },
  goals: { checkingToWorlds: "at most 0.5" },
});

async function played(firstSeed: number, count: number): Promise<number> {
  const startedAt = now();
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    for (const preset of WORLD_PRESETS) {
      const mode = seed % 2 === 0 ? "safety" : "liveness";
      const { violations } = await new SimWorld({ seed, preset, mode }).run();
      if (violations.length > 0) throw new Error(`Expected no violation in seed ${seed} of ${preset}.`);
    }
  }
  return now() - startedAt;
}
