/**
 * @module
 * JSON from outside, made safe: copied, frozen, compared, looked into, and what changed between two values.
 */

export { copyJson, demandJson, jsonOrNull } from "./copy-json.js";
export { diffTerms, type TermsChange } from "./diff-terms.js";
export { factsOf, type JsonFacts, MOST_BYTES_A_NUMBER, MOST_BYTES_A_UNIT, markJson } from "./json-brand.js";
export {
  deepFreeze,
  isEqualJson,
  isJsonArray,
  isJsonObject,
  isPlainArray,
  isPlainObject,
  type Json,
  type JsonObject,
  memberOf,
  setOwn,
} from "./json-values.js";
