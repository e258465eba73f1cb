/**
 * @module
 * Strict JSON and its canonical bytes: one value, one sequence of bytes, in every language.
 */

export { canonicalForm, canonicalize, canonicalText } from "./canonical-json.js";
export { emptyOutput, writeJson, writeText, writtenBytes } from "./json-bytes.js";
export { areSoundLeaves, innerPointer, leavesOf } from "./json-pointer.js";
export { refusalOfOther, type SigningCode, type SigningRefusal, signingRefusal } from "./signing-refusal.js";
export { parseStrict, type StrictResult, strictCopy, strictForm } from "./strict-input.js";
export {
  type DocumentLimits,
  NotStrictJson,
  type NumberForm,
  type PlainCopy,
  plainCopy,
  type ResolvedLimits,
  resolveLimits,
  tooBig,
} from "./strict-json.js";
