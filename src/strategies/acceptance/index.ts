/**
 * @module
 * Acceptance conditions: whether to take what is offered.
 */

export { acceptBest } from "./accept-best.js";
export {
  acceptCombined,
  acceptCombinedAverageWindow,
  acceptCombinedMaximum,
  acceptCombinedMaximumWindow,
  type LateOptions,
} from "./accept-combined.js";
export { acceptConstant, acceptTime, type StrictOption } from "./accept-constant.js";
export { acceptLadder, acceptMicro } from "./accept-micro.js";
export { acceptNext, type StretchOptions } from "./accept-next.js";
export { acceptGap, acceptPrevious } from "./accept-previous.js";
export { acceptAspiration, acceptTarget } from "./accept-target.js";
export { acceptZeuthen } from "./accept-zeuthen.js";
export { all, any, not } from "./combinators.js";
