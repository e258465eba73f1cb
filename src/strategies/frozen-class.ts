/**
 * @module
 * Freezes a class whole: what a strategy's component can reach from a view must not be a way to change the
 * next negotiation.
 */

/** Freezes a class, its prototype, and every method and accessor of both. */
export function freezeClass(owner: { readonly prototype: object }): void {
  for (const holder of [owner, owner.prototype]) {
    for (const key of Reflect.ownKeys(holder)) {
      const { value, get, set } = Object.getOwnPropertyDescriptor(holder, key) ?? {};
      for (const part of [value, get, set]) {
        if (typeof part === "function" && part !== owner) Object.freeze(part);
      }
    }
    Object.freeze(holder);
  }
}
