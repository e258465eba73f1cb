/**
 * @module
 * What is not strict JSON, one case for each word of SG-2, and how deep and long things are made.
 */

/** Name and maker of every value that both the canonical form and the strict copy refuse. */
export const HOSTILE_VALUES: readonly (readonly [name: string, make: () => unknown])[] = [
  ["undefined", () => undefined],
  ["a member that is undefined", () => ({ a: undefined })],
  ["a function", () => () => 1],
  ["a symbol", () => Symbol("a")],
  ["a BigInt", () => 1n],
  ["NaN", () => Number.NaN],
  ["infinity", () => Number.POSITIVE_INFINITY],
  ["minus infinity", () => [Number.NEGATIVE_INFINITY]],
  ["a Date", () => new Date(0)],
  ["a Map", () => new Map()],
  ["a Set", () => new Set([1])],
  ["a typed array", () => new Uint8Array(2)],
  ["an array buffer", () => new ArrayBuffer(2)],
  ["an instance of a class", () => new (class Money {})()],
  ["an instance of a class without a root", () => new (class extends Array<number> {})()],
  ["a regular expression", () => /a/],
  ["an error", () => new Error("a")],
  ["a boxed string", () => Object("text")],
  ["a boxed number", () => Object(1)],
  ["a boxed boolean", () => Object(true)],
  ["an array with a hole", () => [1, , 2]],
  ["an array with a longer length", () => Object.assign([1], { length: 2 })],
  ["an array with another member", () => Object.assign([1], { name: 1 })],
  ["an array with a hole and another member", () => Object.assign([1, , 2], { name: 1 })],
  ["an array with a getter", () => Object.defineProperty([1], 0, { get: () => 1, enumerable: true })],
  ["a symbol key", () => ({ [Symbol("a")]: 1 })],
  ["a member that is not enumerable", () => Object.defineProperty({}, "a", { value: 1 })],
  [
    "a getter",
    () => ({
      get a() {
        return 1;
      },
    }),
  ],
  ["a setter", () => ({ set a(_: number) {} })],
  ["toJSON", () => ({ a: 1, toJSON: () => "b" })],
  ["a cycle of an object", () => cycle({})],
  ["a cycle of an array", () => cycle([])],
  ["a lone high surrogate", () => "a\ud800"],
  ["a lone low surrogate", () => ["\udc00a"]],
  ["surrogates the wrong way round", () => "\udc00\ud800"],
  ["a lone surrogate in a key", () => ({ "\ud800": 1 })],
  ["the noncharacter U+FFFE", () => "\ufffe"],
  ["the noncharacter U+FFFF in a key", () => ({ "a\uffff": 1 })],
  ["the noncharacter U+FDD0", () => "\ufdd0"],
  ["the noncharacter U+FDEF", () => "\ufdef"],
  ["the noncharacter U+10FFFF", () => "\u{10ffff}"],
  ["the noncharacter U+1FFFE", () => "\u{1fffe}"],
  ...["__proto__", "constructor", "prototype"].flatMap((key) =>
    [0, 1, 2].map((depth) => [`the key ${key} at depth ${depth}`, () => nested(depth, owning(key))] as const),
  ),
  ["a proxy whose trap throws", () => new Proxy({}, { ownKeys: () => fail() })],
  ["a proxy whose prototype throws", () => new Proxy({}, { getPrototypeOf: () => fail() })],
  ["a proxy whose member throws", () => new Proxy({ a: 1 }, { getOwnPropertyDescriptor: () => fail() })],
  ["a proxy that was revoked", () => revoked()],
];

/** An object with an own member of that name, whatever it is. */
export function owning(key: string): object {
  return Object.defineProperty({}, key, { value: 1, enumerable: true, writable: true, configurable: true });
}

/** The value inside so many arrays and objects, by turns. */
export function nested(depth: number, value: unknown): unknown {
  let whole = value;
  for (let level = 0; level < depth; level += 1) whole = level % 2 === 0 ? [whole] : { a: whole };
  return whole;
}

function cycle(value: any): unknown {
  value[0] = [value];
  return value;
}

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function fail(): never {
  throw new Error("secret");
}
