/**
 * @module
 * One world as it is asked for on a command line, sent to a worker or kept as a regression: data only.
 */

import type { FaultKind } from "../../src/simulation/faults/index.js";
import type { WorldMode } from "../../src/simulation/observation/index.js";
import type { Reduction } from "../../src/simulation/report/index.js";
import { optionsOf } from "../../src/simulation/report/index.js";
import type { WorldReport } from "../../src/simulation/run/index.js";
import type { SimWorldOptions, WorldPreset } from "../../src/simulation/world/index.js";
import { type MutatedOptions, mutatedBy, runTwice } from "./mutants/hunt.js";
import { mutantNamed } from "./mutants/mutants.js";

/** A world to be run. */
export interface WorldRequest extends Reduction {
  readonly seed: number;
  readonly mode: WorldMode;
  readonly preset: WorldPreset;
  readonly without?: readonly FaultKind[] | undefined;
  /** The name of a mutant that lives in it. */
  readonly mutant?: string | undefined;
}

/** Runs worlds of requests; what a mutant needs is loaded once. */
export class Requests {
  readonly #mutated = new Map<string, Promise<MutatedOptions>>();

  /** Runs the world, and once more where that may show something (I9). */
  async run(request: WorldRequest, times: 1 | 2): Promise<WorldReport> {
    const { mutant, ...rest } = request;
    const options = optionsOf(rest) as SimWorldOptions;
    const mutated = mutant === undefined ? (own: SimWorldOptions) => own : await this.#loaded(mutant);
    return runTwice(mutated, options, times);
  }

  #loaded(name: string): Promise<MutatedOptions> {
    const known = this.#mutated.get(name) ?? mutatedBy(mutantNamed(name));
    this.#mutated.set(name, known);
    return known;
  }
}

/** The command that runs this world alone (SM-81). */
export function replayCommand(request: WorldRequest): string {
  const { seed, mode, preset, mutant, negotiations, only, without, faultIndexes, until } = request;
  const parts = ["npm run simulate --"];
  const add = (name: string, value: string | number | undefined): void => {
    if (value !== undefined) parts.push(`--${name} ${value}`);
  };
  add("mutant", mutant);
  add("seed", seed);
  add("mode", mode);
  add("preset", preset);
  add("negotiations", negotiations);
  add("only", only && (only.length === 0 ? "none" : only.join(",")));
  add("without", without?.join(","));
  add("faults", faultIndexes && rangesOf(faultIndexes));
  add("until", until);
  return parts.join(" ");
}

/** `3,7-9` for 3, 7, 8 and 9; `none` for nothing. */
export function rangesOf(indexes: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const index of indexes) {
    const last = ranges.at(-1);
    if (last?.[1] === index - 1) last[1] = index;
    else ranges.push([index, index]);
  }
  if (ranges.length === 0) return "none";
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(",");
}

/**
 * The other way round.
 *
 * @throws {TypeError} for anything else
 */
export function indexesIn(ranges: string): readonly number[] {
  if (ranges === "none") return [];
  return ranges.split(",").flatMap((range) => {
    const [, from, to = from] = /^(\d+)(?:-(\d+))?$/.exec(range) ?? [];
    if (from === undefined) throw new TypeError(`Expected ordinals such as 3,7-9, got ${ranges}.`);
    const length = Math.max(Number(to) - Number(from) + 1, 0);
    return Array.from({ length }, (_, index) => Number(from) + index);
  });
}
