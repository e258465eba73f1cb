/**
 * @module
 * The worlds of a job, in pieces that workers take one by one.
 */

import type { WorldMode } from "../../src/simulation/observation/index.js";
import { optionsOf } from "../../src/simulation/report/index.js";
import {
  NO_WORLDS,
  simulate,
  type WorldReport,
  type WorldSummary,
  withSummary,
} from "../../src/simulation/run/index.js";
import type { WorldPreset } from "../../src/simulation/world/index.js";
import type { WorldRequest } from "./world-request.js";

/** Consecutive seeds, each one world. */
export interface WorldBatch {
  readonly firstSeed: number;
  /** May be endless. */
  readonly worlds: number;
  /** Taken in turn, by seed; so are the presets. */
  readonly modes: readonly WorldMode[];
  readonly presets: readonly WorldPreset[];
  /** What all of them have in common. */
  readonly common?: Omit<WorldRequest, "seed" | "mode" | "preset" | "mutant"> | undefined;
  /** So many of the first run twice. */
  readonly twice: number;
}

/** A world that failed. */
export interface Failure extends Pick<WorldReport, "seed" | "mode" | "preset"> {
  readonly invariant: string;
  readonly detail: string;
}

/** What came of worlds; may be sent from thread to thread. */
export interface BatchResult {
  readonly summary: WorldSummary;
  readonly failures: readonly Failure[];
}

/** Of no world yet. */
export const NO_RESULT: BatchResult = { summary: NO_WORLDS, failures: [] };

/** Both in one. */
export function withResult(one: BatchResult, other: BatchResult): BatchResult {
  return {
    summary: withSummary(one.summary, other.summary),
    failures: [...one.failures, ...other.failures],
  };
}

/** Cuts a batch up. */
export function* pieces(batch: WorldBatch): Generator<WorldBatch> {
  const { firstSeed, worlds, twice } = batch;
  for (let done = 0; done < worlds; done += PIECE) {
    const count = Math.min(PIECE, worlds - done);
    yield {
      ...batch,
      firstSeed: firstSeed + done,
      worlds: count,
      twice: Math.min(Math.max(twice - done, 0), count),
    };
  }
}

/** Chosen: a second or less on one core. */
const PIECE = 50;

/** Runs the worlds of a batch. */
export async function runWorlds({ common = {}, ...batch }: WorldBatch): Promise<BatchResult> {
  const { failures, worlds, events, commits, crashes, faults, endings } = await simulate({
    ...optionsOf(common),
    ...batch,
    demandsCoverage: false,
  });
  return {
    summary: { worlds, events, commits, crashes, faults, endings },
    failures: failures.map(({ seed, mode, preset, violations }) => {
      const [{ invariant = "", detail = "" } = {}] = violations;
      return { seed, mode, preset, invariant, detail };
    }),
  };
}
