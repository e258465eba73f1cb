/**
 * @module
 * What an outcome is worth: one, all of a space, the extremes, and other scales.
 */

export { type NormaliseOptions, normalise } from "./normalise.js";
export { firstNotBelow, sortByUtility } from "./sort-by-utility.js";
export {
  discountedReservation,
  discountedUtility,
  evaluationAt,
  type UtilityFunction,
  utilityOf,
} from "./utility.js";
export { completeTable, indexUtility, utilityTable } from "./utility-table.js";
