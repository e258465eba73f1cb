/**
 * @module
 * The outcomes of a space in the order of one party's utility.
 */

export { exactEnds, withEnds } from "./exact-ends.js";
export {
  type InverseUtility,
  type InverseUtilityOptions,
  inverseUtility,
  isInverseOf,
  sampleKeyOf,
} from "./inverse-utility.js";
