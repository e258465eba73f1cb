/**
 * @module
 * How much of a value or text is looked at: what a bound saves, whatever the machine.
 */

import { vi } from "vitest";

/** A value whose members are counted as they are read, at every depth. */
export interface CountedValue {
  readonly value: unknown;
  /** So far. */
  readonly reads: () => number;
}

export function counted(value: object): CountedValue {
  let reads = 0;
  const watched = (one: unknown): unknown => {
    if (typeof one !== "object" || one === null) return one;
    return new Proxy(one, {
      get(target, key, receiver) {
        reads += 1;
        return watched(Reflect.get(target, key, receiver));
      },
      getOwnPropertyDescriptor(target, key) {
        reads += 1;
        const found = Reflect.getOwnPropertyDescriptor(target, key);
        return found?.configurable === true && "value" in found
          ? { ...found, value: watched(found.value) }
          : found;
      },
    });
  };
  return { value: watched(value), reads: () => reads };
}

/** How many units of texts `read` looks at one by one. */
export function unitsRead(read: () => unknown): number {
  const original = String.prototype.charCodeAt;
  let count = 0;
  const spy = vi.spyOn(String.prototype, "charCodeAt").mockImplementation(function (this: string, index) {
    count += 1;
    return original.call(this, index as number);
  });
  try {
    read();
  } finally {
    spy.mockRestore();
  }
  return count;
}
