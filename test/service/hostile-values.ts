/**
 * @module
 * Values of all sorts that callers hand in by mistake or in malice, by name, since some cannot be printed.
 */

/** A value that should not be where it is; `make` gives a new one each time. */
export interface HostileValue {
  readonly name: string;
  make(): unknown;
}

/** Plain JSON of the wrong sort for most places. */
export const WRONG_JSON: readonly HostileValue[] = [
  value("null", null),
  value("7", 7),
  value("-1", -1),
  value("1.5", 1.5),
  value("an empty text", ""),
  value("a text", "price"),
  value("true", true),
  { name: "an empty object", make: () => ({}) },
  { name: "an empty list", make: () => [] },
  { name: "a list of objects", make: () => [{ action: "accept" }] },
  { name: "an object with unknown members", make: () => ({ colour: "red", nested: { deep: [1] } }) },
];

/** What is no JSON, too deep, too big, or cannot be read. */
export const NO_JSON: readonly HostileValue[] = [
  value("NaN", Number.NaN),
  value("Infinity", Number.POSITIVE_INFINITY),
  value("a bigint", 7n),
  value("a symbol", Symbol("price")),
  value("a function", () => ({ action: "accept" })),
  value("a class", class Price {}),
  { name: "a Date", make: () => new Date(0) },
  { name: "an invalid Date", make: () => new Date(Number.NaN) },
  { name: "a Map", make: () => new Map([["price", 40]]) },
  { name: "a Set", make: () => new Set([40]) },
  { name: "a promise", make: () => Promise.resolve({ price: 40 }) },
  { name: "an Error", make: () => new Error("price") },
  { name: "a boxed text", make: () => new String("price") },
  { name: "a typed array", make: () => new Uint8Array(2) },
  { name: "an array with a hole", make: () => [1, , 3] },
  { name: "a cycle", make: cycle },
  { name: "a cycle through a list", make: listCycle },
  { name: "an own __proto__", make: () => JSON.parse('{"__proto__":{"admin":true}}') as unknown },
  { name: "a deep own __proto__", make: () => JSON.parse('{"a":[{"__proto__":1}]}') as unknown },
  { name: "a member that is a function", make: () => ({ price: () => 40 }) },
  { name: "a getter that throws", make: throwingGetter },
  { name: "a toJSON that throws", make: () => ({ toJSON: thrown, at: () => 1 }) },
  { name: "a proxy of which every trap throws", make: () => new Proxy({}, traps()) },
  { name: "a function proxy of which every trap throws", make: () => new Proxy(() => 1, traps()) },
  { name: "a revoked proxy", make: revoked },
  { name: "33 levels", make: () => nested(33) },
  { name: "10,000 levels", make: () => nested(10_000) },
  { name: "1 MB of text", make: () => "x".repeat(1_048_576) },
  {
    name: "1 MB of members",
    make: () => Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`${n}`.padStart(50, "k"), n])),
  },
];

/** All of them, and `undefined`. */
export const HOSTILE: readonly HostileValue[] = [value("undefined", undefined), ...WRONG_JSON, ...NO_JSON];

function value(name: string, constant: unknown): HostileValue {
  return { name, make: () => constant };
}

function thrown(): never {
  throw new Error("The caller's own error, which must not come out.");
}

function throwingGetter(): unknown {
  const given = {};
  // Under every name that somebody may ask for.
  for (const key of MEMBERS) Object.defineProperty(given, key, { enumerable: true, get: thrown });
  return given;
}

const MEMBERS = "id kind agent action terms type price after details limit commandId".split(" ");

function traps(): ProxyHandler<object> {
  return new Proxy({}, { get: () => thrown });
}

function cycle(): unknown {
  const given: { self?: unknown; price: number } = { price: 40 };
  given.self = given;
  return given;
}

function listCycle(): unknown {
  const given: unknown[] = [];
  given.push({ given });
  return given;
}

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function nested(levels: number): unknown {
  let given: unknown = 0;
  for (let level = 0; level < levels; level += 1) given = level % 2 === 0 ? [given] : { given };
  return given;
}
