/**
 * @module
 * What every door to the outside shares: who calls, what may come in at all, and how a refusal is shown.
 */

export { inputFault, type ParsedJson, parseJson } from "../../web/index.js";
export { type Authorize, type Caller, callerOf, foreignName, withoutNames } from "./caller.js";
export { type CodeClass, classOfCode, DOOR_CODES, type DoorCode, type ShownCode } from "./code-classes.js";
export { INPUT_LIMITS, type InputLimits, isId } from "./input-limits.js";
export { freshNonce, scopedKey, unscopedKey } from "./keys.js";
export {
  isRefusal,
  jsonSchemaOfTerms,
  type Seen,
  seenBy,
  termsJsonSchema,
} from "./seen.js";
export { doorRefusal, type ShownRefusal, shownError, shownRefusal, unknownHere } from "./shown-refusals.js";
