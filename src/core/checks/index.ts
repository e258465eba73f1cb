/**
 * @module
 * The one checker of options and plain data: what is thrown at who calls, what is collected from what came, and the
 * sentences that say what was expected and what came.
 */

export {
  demandFlags,
  demandFunctions,
  demandList,
  demandOneOf,
  demandShape,
  demandText,
  type Filled,
  type IntegerOptions,
  integerIn,
  integerName,
  integerOptions,
  isIntegerIn,
  isMistake,
  isShaped,
  isText,
  LONGEST_TIMER_MS,
  mistake,
  nearestKey,
  readOptions,
  type Shape,
  textName,
  unmet,
} from "./argument-checks.js";
export {
  alikeOrEach,
  type Check,
  type Checks,
  flag,
  integer,
  integerOr,
  membersOf,
  nullable,
  oneOf,
  optional,
  shape,
  text,
  unexpected,
} from "./shape-checks.js";
