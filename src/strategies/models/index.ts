/**
 * @module
 * Opponent models: what the other side seems to want.
 */

export { bayesian } from "./bayesian.js";
export { frequencyHardheaded } from "./frequency-hardheaded.js";
export { frequencyLinear } from "./frequency-linear.js";
export {
  kendallTauB,
  type ModelledParty,
  type ModelScore,
  type ModelScoreOptions,
  modelScore,
  pearson,
} from "./model-score.js";
