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

/**
 * Whether `value` is an object as a literal makes it: prototype `Object.prototype` of any realm, or none.
 *
 * @throws whatever a proxy's `getPrototypeOf` trap throws
 */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isJsonObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  // `class extends null` has a root prototype as well; only a realm's own has `isPrototypeOf`.
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, "isPrototypeOf");
}

/**
 * Whether `value` is an array and of no subclass, of any realm.
 *
 * @throws whatever a proxy's `getPrototypeOf` trap throws
 */
export function isPlainArray(value: unknown): value is readonly unknown[] {
  // `Array.prototype` is itself an array in every realm; the prototype of a subclass is not.
  return Array.isArray(value) && Array.isArray(Object.getPrototypeOf(value));
}

/** Assigns, but never to a setter or past a frozen property of `Object.prototype`. */
export function setOwn<Value>(
  copy: Record<string | number, Value>,
  key: string | number,
  value: Value,
): void {
  if (key in copy) {
    Object.defineProperty(copy, key, { value, enumerable: true, writable: true, configurable: true });
  } else {
    copy[key] = value;
  }
}

/** The same value, frozen at every depth; for trees of at most a few levels, without cycles. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}

/**
 * Whether two JSON values say the same; the order of keys does not count, that of elements does.
 *
 * For values at most 32 deep, as `copyJson` makes them: it recurses.
 */
export function isEqualJson(one: Json, other: Json): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  const [mine, its] = [one, other] as readonly JsonObject[] as readonly [JsonObject, JsonObject];
  const keys = Object.keys(mine);
  // The members of a list have keys too.
  if (isJsonArray(one) !== isJsonArray(other) || keys.length !== Object.keys(its).length) return false;
  return keys.every((key) => Object.hasOwn(its, key) && isEqualJson(mine[key] ?? null, its[key] ?? null));
}
