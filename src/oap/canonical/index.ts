/**
 * @module
 * Strict JSON and its canonical bytes: one value, one sequence of bytes, in every language.
 */

export { canonicalForm, canonicalize, canonicalText } from "./canonical-json.js";
export { bytesOfText, canonicalTextOf, isLonger } from "./canonical-text.js";
export {
  type DocumentLimits,
  type NumberForm,
  type ResolvedLimits,
  resolveLimits,
} from "./document-limits.js";
export { areSoundLeaves, innerPointer, leavesOf } from "./json-pointer.js";
export { parseStrict } from "./parse-strict.js";
export { type PlainCopy, plainCopy } from "./plain-copy.js";
export { refusalOfOther, type SigningCode, type SigningRefusal, signingRefusal } from "./signing-refusal.js";
export { type StrictResult, strictCopy, strictForm } from "./strict-copy.js";
export { NotStrictJson, tooBig } from "./strict-json.js";
