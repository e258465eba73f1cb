/**
 * @module
 * How well an opponent model knows the party that it models. Whoever scores knows both sides; no strategy does.
 */

import { readOptions } from "../../core/checks/index.js";
import type { OutcomeSpace } from "../../preferences/model/index.js";
import type { RunningModel } from "../play/index.js";
import { kendallTauB, pearson } from "./rank-correlation.js";

/** The agreement of a model with the truth. */
export interface ModelScore {
  /** By order, in [-1, 1]; `null` where the model or the truth values all outcomes alike. */
  readonly kendallTauB: number | null;
  /** By size, in [-1, 1]; `null` where the model or the truth values all outcomes alike. */
  readonly pearson: number | null;
  /** How many outcomes were compared. */
  readonly outcomeCount: number;
  /** Whether they are a sample. */
  readonly sampled: boolean;
}

/** The party that is modelled: its inverse utility will do. */
export interface ModelledParty {
  readonly space: OutcomeSpace;
  readonly utility: (index: number) => number;
}

/** Which outcomes to compare. */
export interface ModelScoreOptions {
  /**
   * At most so many outcomes, else a sample of that many; the cost grows with its square.
   * @default 1000
   */
  readonly maxOutcomes?: number | undefined;
  /**
   * Of the sample.
   * @default 0
   */
  readonly seed?: number | undefined;
}

/**
 * Kendall's tau-b and Pearson's correlation of a model's utilities with the true ones.
 *
 * A runner may feed a model that no strategy uses and score it.
 *
 * @see docs/requirements/bargaining.md, BA-28
 * @example
 * const space = outcomeSpace([{ name: "colour", kind: "categorical", values: ["red", "blue"] }]);
 * const model = frequencyLinear().start({ space });
 * model.observe(0, 0.1);
 * modelScore(model, { space, utility: (index) => 1 - index }).kendallTauB; // 1
 */
export function modelScore(
  model: Pick<RunningModel, "utility">,
  truth: ModelledParty,
  options: ModelScoreOptions = {},
): ModelScore {
  const keys = ["maxOutcomes", "seed"] as const;
  const { maxOutcomes = 1000, seed = 0 } = readOptions("the options of modelScore", options, keys);
  const { space } = truth;
  const indices = space.sample(maxOutcomes, seed);
  const modelled = Float64Array.from(indices, (index) => model.utility(index));
  const actual = Float64Array.from(indices, (index) => truth.utility(index));
  return Object.freeze({
    kendallTauB: kendallTauB(modelled, actual),
    pearson: pearson(modelled, actual),
    outcomeCount: indices.length,
    sampled: indices.length < space.cardinality,
  });
}
