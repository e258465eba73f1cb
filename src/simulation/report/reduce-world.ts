/**
 * @module
 * Makes a failing world smaller (SM-82): fewer negotiations, fault kinds off, single faults off by bisection
 * over their ordinal, an earlier end. Each step is kept only if the same invariant is still the first to fail.
 */

import { FAULT_KINDS, type FaultKind } from "../faults/index.js";
import type { WorldReport } from "../run/index.js";
import { type SimWorldOptions, WORLD_START } from "../world/index.js";

/** By how much a world was made smaller; what is absent is as it was. */
export interface Reduction {
  readonly negotiations?: number | undefined;
  readonly only?: readonly FaultKind[] | undefined;
  /** The ordinals of the faults that still occur. */
  readonly faultIndexes?: readonly number[] | undefined;
  readonly until?: number | undefined;
}

/** What a reduction works with. */
export interface ReductionOptions {
  /** Runs the world that failed, made smaller. */
  readonly run: (reduction: Reduction) => Promise<WorldReport>;
  /** How many negotiations the world began. @default 4 */
  readonly negotiations?: number | undefined;
  /** Asked before each run: false ends the search with what it has. @default always */
  readonly mayGoOn?: (() => boolean) | undefined;
}

/**
 * A smaller world in which the same invariant fails first; `undefined` when none was found.
 *
 * @throws {RangeError} when the world did not fail
 */
export async function reducedWorld(
  failed: WorldReport,
  options: ReductionOptions,
): Promise<Reduction | undefined> {
  const [first] = failed.violations;
  if (first === undefined) throw new RangeError("Expected a world that failed, got one without a violation.");
  const search = new Search(first.invariant, failed, options);
  await search.fewerNegotiations(options.negotiations ?? 4);
  await search.fewerKinds();
  await search.fewerFaults();
  await search.earlierEnd();
  return Object.keys(search.reduction).length === 0 ? undefined : search.reduction;
}

/** What of a world's options a reduction stands for. */
export function optionsOf({ faultIndexes, ...options }: Reduction): Partial<SimWorldOptions> {
  if (faultIndexes === undefined) return options;
  const kept = new Set(faultIndexes);
  return { ...options, faultFilter: (index) => kept.has(index) };
}

class Search {
  readonly #invariant: string;
  readonly #options: ReductionOptions;
  /** Of the smallest world that still fails. */
  #report: WorldReport;
  reduction: Reduction = {};

  constructor(invariant: string, failed: WorldReport, options: ReductionOptions) {
    this.#invariant = invariant;
    this.#report = failed;
    this.#options = options;
  }

  async fewerNegotiations(most: number): Promise<void> {
    for (let count = 1; count < most; count++) {
      if (await this.#tries({ negotiations: count })) return;
    }
  }

  async fewerKinds(): Promise<void> {
    const occurring = FAULT_KINDS.filter((kind) => this.#report.faults[kind] > 0);
    if (await this.#tries({ only: [] })) return;
    let only: readonly FaultKind[] = occurring;
    for (const kind of occurring) {
      const fewer = only.filter((one) => one !== kind);
      if (await this.#tries({ only: fewer })) only = fewer;
    }
  }

  /** First the faults behind the last that matters, then chunks of the others, ever smaller. */
  async fewerFaults(): Promise<void> {
    const count = this.#report.faultCount;
    let kept = Array.from({ length: count }, (_, index) => index);
    let least = 0;
    let most = count;
    while (least < most) {
      const middle = (least + most) >> 1;
      const prefix = kept.slice(0, middle);
      if (await this.#tries({ faultIndexes: prefix })) most = middle;
      else least = middle + 1;
    }
    kept = [...(this.reduction.faultIndexes ?? kept)];
    for (let size = Math.ceil(kept.length / 2); size >= 1 && kept.length > 0; size = size >> 1) {
      for (let from = 0; from < kept.length; ) {
        const fewer = [...kept.slice(0, from), ...kept.slice(from + size)];
        if (await this.#tries({ faultIndexes: fewer })) kept = fewer;
        else from += size;
      }
    }
  }

  async earlierEnd(): Promise<void> {
    const found = (this.#report.violations[0]?.at ?? WORLD_START) - WORLD_START;
    if (found <= 0 || !(await this.#tries({ until: found }))) return;
    let least = 0;
    let most = found;
    while (least < most) {
      const middle = (least + most) >> 1;
      if (await this.#tries({ until: middle })) most = middle;
      else least = middle + 1;
    }
  }

  /** Keeps the step if the same invariant fails. */
  async #tries(step: Reduction): Promise<boolean> {
    const { run, mayGoOn = () => true } = this.#options;
    if (!mayGoOn()) return false;
    const reduction = { ...this.reduction, ...step };
    const report = await run(reduction);
    if (report.violations[0]?.invariant !== this.#invariant) return false;
    this.reduction = reduction;
    this.#report = report;
    return true;
  }
}
