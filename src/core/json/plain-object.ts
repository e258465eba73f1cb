/**
 * @module
 * Tells plain data from class instances, also when it comes from another realm (an iframe, a `vm` context), and writes
 * it member by member.
 */

import { isJsonObject } from "./json-values.js";

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
