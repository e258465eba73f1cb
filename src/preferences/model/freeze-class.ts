/**
 * @module
 * Closes the door that a frozen instance leaves open: what its class has could still be replaced for everybody,
 * and so change the next negotiation.
 */

/** Freezes a class, its prototype, and every method and accessor of both; call it in a static block. */
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
