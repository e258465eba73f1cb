/**
 * @module
 * The answer of a port: a value at once, or a promise of it. A value is used at once and never awaited,
 * so that an embedded store commits before the call returns.
 */

/** A value, or a promise of one. */
export type MaybePromise<T> = T | PromiseLike<T>;
