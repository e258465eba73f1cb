/**
 * @module
 * What handlers of web-standard requests share: bodies read within limits, and refusals as problem+json.
 */

export { type BodyLimits, type BodyRefusal, readBody } from "./body.js";
export { inputFault, type JsonLimits, jsonIn, type ParsedJson, parseJson } from "./json-form.js";
export {
  CORE_ERRORS,
  jsonResponse,
  type Problem,
  pointerOf,
  problemResponse,
  withoutValue,
} from "./problem.js";
export { quietHook } from "./quiet-hook.js";
export { ifMatchOf, isJsonType } from "./request-headers.js";
