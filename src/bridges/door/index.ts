/**
 * @module
 * What every door to the outside shares: who calls, what may come in at all, and how a refusal is shown.
 */

export { inputFault, type ParsedJson, parseJson } from "../../web/index.js";
export {
  type Authorize,
  type Caller,
  callerOf,
  foreignName,
  freshNonce,
  INPUT_LIMITS,
  type InputLimits,
  isId,
  scopedKey,
  withoutNames,
} from "./caller.js";
export { type CodeClass, classOfCode, DOOR_CODES, type DoorCode, type ShownCode } from "./code-classes.js";
export { jsonSchemaOfTerms, type Seen, seenBy } from "./seen.js";
export {
  doorRefusal,
  isRefusal,
  type ShownRefusal,
  shownError,
  shownRefusal,
  unknownHere,
} from "./shown-refusals.js";
