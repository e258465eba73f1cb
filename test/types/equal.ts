/**
 * @module
 * What type tests assert with: types that are the very same, not merely assignable.
 */

/** `true` if and only if the two are the same type; tells `any` from all others. */
export type Equal<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;

/** Compiles with `true` only. */
export type Expect<T extends true> = T;
