/**
 * @module
 * JSON from outside, made safe: copied, frozen, compared, looked into, and what changed between two values.
 */

export { copyJson, demandJson, jsonOrNull } from "./copy-json.js";
export { deepFreeze } from "./deep-freeze.js";
export { diffTerms, type TermsChange } from "./diff-terms.js";
export { isEqualJson } from "./equal-json.js";
export { factsOf, type JsonFacts, MOST_BYTES_A_NUMBER, MOST_BYTES_A_UNIT, markJson } from "./json-brand.js";
export { isJsonArray, isJsonObject, type Json, type JsonObject, memberOf } from "./json-values.js";
export { isPlainArray, isPlainObject, setOwn } from "./plain-object.js";
