/**
 * @module
 * Acceptance conditions: whether to take what is offered.
 */

export { all, any, not } from "./combinators.js";
export {
  acceptAspiration,
  acceptBest,
  acceptCombined,
  acceptCombinedAverageWindow,
  acceptCombinedMaximum,
  acceptCombinedMaximumWindow,
  acceptConstant,
  acceptGap,
  acceptLadder,
  acceptMicro,
  acceptNext,
  acceptPrevious,
  acceptTarget,
  acceptTime,
  acceptZeuthen,
  type LateOptions,
  type StretchOptions,
  type StrictOption,
} from "./conditions.js";
