/**
 * @module
 * What is asked of options and arguments everywhere, and the sentences that say what was expected and what came.
 */

export {
  demandText,
  integerIn,
  integerName,
  isIntegerIn,
  isMistake,
  isText,
  mistake,
  textName,
  unmet,
} from "./argument-checks.js";
export { nearestKey } from "./nearest-key.js";
export { readOptions } from "./read-options.js";
