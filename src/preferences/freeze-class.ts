/**
 * @module
 * Closes the door that a frozen instance leaves open: methods of its class could still be replaced for everybody.
 */

/** Freezes a class with its prototype and methods; call it in a static block. */
export function freezeClass(frozen: { readonly prototype: object }): void {
  const { prototype } = frozen;
  for (const key of Reflect.ownKeys(prototype)) {
    const { value } = Reflect.getOwnPropertyDescriptor(prototype, key) ?? {};
    if (typeof value === "function" && value !== frozen) Object.freeze(value);
  }
  Object.freeze(prototype);
  Object.freeze(frozen);
}
