/**
 * @module
 * Promises that come where a plain value was expected: recognised, and kept from ending the process.
 */

/** Whether `value` is a promise or anything else with a `then`. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

/** Sees to it that a promise which nobody waits for causes no unhandled rejection; its value is of no use here. */
export function silence(value: unknown): void {
  if (isPromise(value)) Promise.resolve(value).catch(() => {});
}
