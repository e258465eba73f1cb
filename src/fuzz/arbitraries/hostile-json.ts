/**
 * @module
 * Values that stand where JSON is expected and are none, or too big, or too deep: by name, since some
 * cannot be printed.
 */

import type { Arbitrary } from "fast-check";
import { fc } from "./fast-check.js";

/** A hostile value: `make` gives a new one each time. */
export interface HostileJson {
  readonly name: string;
  make(): unknown;
}

/**
 * Everything that EN-34 refuses, also inside an object or a list.
 *
 * @param maxBytes - the limit that the big ones exceed
 */
export function hostileJson(maxBytes: number): Arbitrary<HostileJson> {
  return fc
    .record({
      hostile: fc.constantFrom(...values(maxBytes)),
      within: fc.constantFrom("nothing", "object", "list"),
    })
    .map(({ hostile, within }) => {
      if (within === "nothing") return hostile;
      return within === "object"
        ? { name: `{ price: ${hostile.name} }`, make: () => ({ price: hostile.make() }) }
        : { name: `[1, ${hostile.name}]`, make: () => [1, hostile.make()] };
    });
}

function values(maxBytes: number): readonly HostileJson[] {
  return [
    { name: "NaN", make: () => Number.NaN },
    { name: "Infinity", make: () => Number.POSITIVE_INFINITY },
    { name: "a bigint", make: () => 1n },
    { name: "a symbol", make: () => Symbol("price") },
    { name: "a function", make: () => () => 40 },
    { name: "a Date", make: () => new Date(0) },
    { name: "a Map", make: () => new Map([["price", 40]]) },
    { name: "a Set", make: () => new Set([40]) },
    { name: "an instance of a class", make: () => new Price() },
    { name: "an array with a hole", make: () => Array.from({ length: 2 }).fill(1).concat(new Array(1)) },
    { name: "an array with undefined", make: () => [undefined] },
    { name: "a symbol key", make: () => ({ [Symbol("price")]: 40 }) },
    { name: "an own __proto__", make: () => JSON.parse('{"__proto__":{"admin":true}}') as unknown },
    { name: "a cycle", make: cycle },
    { name: "a getter that throws", make: throwingGetter },
    { name: "a proxy that throws", make: throwingProxy },
    { name: "a revoked proxy", make: revokedProxy },
    { name: "33 levels", make: () => nested(33) },
    { name: "10,000 levels", make: () => nested(10_000) },
    { name: `a text of more than ${maxBytes} bytes`, make: () => "x".repeat(maxBytes) },
  ];
}

class Price {
  readonly amount = 40;
}

function cycle(): unknown {
  const inner: { outer?: unknown } = {};
  inner.outer = [inner];
  return inner;
}

function throwingGetter(): unknown {
  return {
    get price(): number {
      throw new Error("This getter throws.");
    },
  };
}

function throwingProxy(): unknown {
  return new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error("This proxy throws.");
      },
    },
  );
}

function revokedProxy(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function nested(levels: number): unknown {
  let value: unknown = 0;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { value };
  return value;
}
