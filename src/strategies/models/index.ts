/**
 * @module
 * Opponent models: what the other side seems to want.
 */

export { bayesian } from "./bayesian.js";
export { frequencyHardheaded } from "./frequency-hardheaded.js";
export { frequencyLinear } from "./frequency-linear.js";
export { neededModel } from "./model-needed.js";
export { type ModelledParty, type ModelScore, type ModelScoreOptions, modelScore } from "./model-score.js";
export { kendallTauB, pearson } from "./rank-correlation.js";
