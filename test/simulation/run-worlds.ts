/**
 * @module
 * Which worlds a job consists of, and running some of them. Seed after seed the kinds of worlds take turns.
 */

import type { WorldMode } from "../../src/testing/simulation/observation.js";
import { WORLD_PRESETS } from "../../src/testing/simulation/world-options.js";
import type { WorldKind } from "./mutants/mutant.js";
import { count, newTally, type Tally } from "./tally.js";
import type { Requests, WorldRequest } from "./world-request.js";

/** Consecutive seeds, each one world. */
export interface WorldBatch {
  readonly firstSeed: number;
  readonly worlds: number;
  readonly kinds: readonly WorldKind[];
  /** What all of them have in common. */
  readonly common?: Partial<WorldRequest> | undefined;
  /** Seeds up to this one run twice. */
  readonly twiceUpTo?: number | undefined;
}

/** Every preset in one mode. */
export function allPresets(mode: WorldMode): readonly WorldKind[] {
  return WORLD_PRESETS.map((preset) => ({ mode, preset }));
}

/** Cuts a batch into pieces that workers take one by one. */
export function pieces(batch: WorldBatch, size: number): readonly WorldBatch[] {
  const { firstSeed, worlds } = batch;
  return Array.from({ length: Math.ceil(worlds / size) }, (_, index) => ({
    ...batch,
    firstSeed: firstSeed + index * size,
    worlds: Math.min(size, worlds - index * size),
  }));
}

/** Runs the worlds of a batch. Each failing seed runs twice (SM-5). */
export async function runWorlds(batch: WorldBatch, requests: Requests): Promise<Tally> {
  const { firstSeed, worlds, kinds, common, twiceUpTo = 0 } = batch;
  const tally = newTally();
  for (let seed = firstSeed; seed < firstSeed + worlds; seed++) {
    const kind = kinds[seed % kinds.length] as WorldKind;
    const request: WorldRequest = { ...common, seed, ...kind };
    const report = await requests.run(request, seed <= twiceUpTo ? 2 : 1);
    const hasFailed = report.violations.length > 0;
    count(tally, request, hasFailed ? await requests.run(request, 2) : report);
  }
  return tally;
}
