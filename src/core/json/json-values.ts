/**
 * @module
 * JSON as a type, and looking into JSON that is opaque: contexts, assessments and extras are the host's, so each look
 * may find something else than expected.
 */

/** What JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json };

/** The own member `key` of a JSON object; `undefined` for every other value and where there is none. */
export function memberOf(value: Json | undefined, key: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Whether it is a JSON array; `Array.isArray` does not narrow a readonly one out of a union. */
export function isJsonArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Whether it is a JSON object: neither a list nor `null`. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
