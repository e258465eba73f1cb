import { isDeepStrictEqual } from "node:util";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { copyJson, type Json } from "../../../src/core/json/index.js";
import { isDeepFrozen } from "../../kit/deep-frozen.js";

const LIMIT = 65_536;

function copied(value: unknown, maxBytes = LIMIT): Json {
  const result = copyJson(value, maxBytes);
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.issue)}`);
  return result.value;
}

function pathOfRefusal(value: unknown, maxBytes = LIMIT): readonly (string | number)[] {
  const result = copyJson(value, maxBytes);
  if (result.ok) throw new Error(`not refused: ${JSON.stringify(result.value).slice(0, 80)}`);
  expect(result.issue.message).toMatch(/^Expected .+, got .+\.$/);
  return result.issue.path;
}

function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  return value;
}

/** JSON of all shapes, within the depth; keys include those of `Object.prototype`. */
const key = fc
  .oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("constructor", "toString", "valueOf", "0", "-0", "length", "toJSON", "hasOwnProperty"),
  )
  .filter((name) => name !== "__proto__");
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(null, true, false, 0, -0, 1e21, 1e-7, 5e-324, Number.MAX_VALUE, Number.MIN_SAFE_INTEGER),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: "binary" }),
    // UTF-16 units of their own: lone surrogates, control characters.
    fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
    fc.array(tie("value"), { maxLength: 6 }),
    fc.dictionary(key, tie("value"), { maxKeys: 6, noNullPrototype: false }),
  ),
})).value as fc.Arbitrary<Json>;

class Money {
  readonly amount = 40;
}

class Rootless extends (null as any) {}

class Offers extends Array<number> {}

const throwing = {
  get price(): number {
    throw new Error("secret 4711");
  },
};

const revoked = Proxy.revocable({}, {});
revoked.revoke();

const cyclic: Record<string, unknown> = { price: 1 };
cyclic["self"] = cyclic;
const indirect: { terms: { list: unknown[] } } = { terms: { list: [1] } };
indirect.terms.list.push(indirect);

describe("copyJson", () => {
  it.each<[string, unknown, Json]>([
    ["null", null, null],
    ["a string", "text", "text"],
    ["an empty string", "", ""],
    ["true", true, true],
    ["false", false, false],
    ["a number", 1.5, 1.5],
    ["an empty object", {}, {}],
    ["an empty array", [], []],
    [
      "a nested value",
      { a: [{ b: null }, [], "x"], c: { d: true } },
      { a: [{ b: null }, [], "x"], c: { d: true } },
    ],
    ["an object without prototype", Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    ["an object of another realm", runInNewContext("({ a: [1, { b: 2 }] })"), { a: [1, { b: 2 }] }],
    ["an array of another realm", runInNewContext("[1, [2]]"), [1, [2]]],
    ["frozen JSON", Object.freeze({ a: Object.freeze([1]) }), { a: [1] }],
    [
      "a getter that answers",
      {
        get price() {
          return 40;
        },
      },
      { price: 40 },
    ],
    ["a proxy that answers", new Proxy({ a: [1] }, {}), { a: [1] }],
    ["a proxy of an array", new Proxy([1, 2], {}), [1, 2]],
    [
      "members with the names of Object.prototype",
      { toString: 1, constructor: { name: 2 } },
      { toString: 1, constructor: { name: 2 } },
    ],
    ["an own toJSON that is data", { toJSON: "x" }, { toJSON: "x" }],
  ])("EN-34: copies %s", (_name, value, expected) => {
    const copy = copied(value);
    expect(isDeepStrictEqual(copy, expected), JSON.stringify(copy)).toBe(true);
    expect(isDeepFrozen(copy)).toBe(true);
  });

  it.each<[string, unknown, readonly (string | number)[]]>([
    ["undefined itself", undefined, []],
    ["a function itself", () => 1, []],
    ["a Date", { at: new Date(0) }, ["at"]],
    ["a Map", { a: [new Map()] }, ["a", 0]],
    ["a Set", [0, new Set()], [1]],
    ["a RegExp", { a: /x/ }, ["a"]],
    ["an Error", { a: new Error("x") }, ["a"]],
    ["a promise", { a: Promise.resolve() }, ["a"]],
    ["a typed array", { a: new Uint8Array(2) }, ["a"]],
    ["a boxed number", { a: Object(1) }, ["a"]],
    ["a class instance", { price: new Money() }, ["price"]],
    ["an instance of a class without base", { price: Object.create(Rootless.prototype) }, ["price"]],
    ["an object that inherits from data", { a: Object.create({ b: 1 }) }, ["a"]],
    ["an instance of an Array subclass", { a: Offers.of(1) }, ["a"]],
    [
      "an arguments object",
      {
        a: (function () {
          return arguments;
        })(),
      },
      ["a"],
    ],
    ["a function", { a: { f() {} } }, ["a", "f"]],
    ["a class", { a: Money }, ["a"]],
    ["a symbol", { a: Symbol("s") }, ["a"]],
    ["a symbol key", { a: { [Symbol("s")]: 1 } }, ["a"]],
    ["a hidden symbol key", { a: Object.defineProperty({}, Symbol("s"), { value: 1 }) }, ["a"]],
    ["a bigint", { a: 1n }, ["a"]],
    ["NaN", { a: { b: Number.NaN } }, ["a", "b"]],
    ["Infinity", [Number.POSITIVE_INFINITY], [0]],
    ["-Infinity", [[], Number.NEGATIVE_INFINITY], [1]],
    ["a hole", { a: [1, , 3] }, ["a", 1]],
    ["a trailing hole", new Array(3), [0]],
    ["a huge hole", new Array(2 ** 32 - 1), [0]],
    ["undefined in an array", { a: [1, undefined] }, ["a", 1]],
    ["a cycle", cyclic, ["self"]],
    ["a longer cycle", indirect, ["terms", "list", 1]],
    ["an own __proto__", JSON.parse('{"__proto__":{"isAdmin":true}}'), ["__proto__"]],
    ["an own __proto__ at depth", JSON.parse('{"a":[{"b":1,"__proto__":null}]}'), ["a", 0, "__proto__"]],
    [
      "a hidden own __proto__",
      { a: Object.defineProperty({}, "__proto__", { value: 1 }) },
      ["a", "__proto__"],
    ],
    ["a getter that throws", { a: throwing }, ["a", "price"]],
    ["a revoked proxy", { a: [revoked.proxy] }, ["a", 0]],
    ["a function in a dropped neighbourhood", { a: undefined, b: () => 1 }, ["b"]],
  ])("EN-34: refuses %s, with its path", (_name, value, path) => {
    expect(pathOfRefusal(value)).toEqual(path);
  });

  it.each<[string, ProxyHandler<object>]>([
    ["get", { get: () => fail() }],
    ["ownKeys", { ownKeys: () => fail() }],
    ["getPrototypeOf", { getPrototypeOf: () => fail() }],
    ["getOwnPropertyDescriptor", { getOwnPropertyDescriptor: () => fail() }],
  ])("EN-34: refuses a proxy whose %s trap throws, and repeats nothing of what it said", (_name, handler) => {
    const result = copyJson({ terms: new Proxy({ price: 1 }, handler) }, LIMIT);
    expect(result.ok).toBe(false);
    expect(JSON.stringify(result)).not.toContain("4711");
  });

  it("EN-34: says what came instead, but never a value", () => {
    expect(copyJson({ price: new Money() }, LIMIT)).toEqual({
      ok: false,
      issue: { path: ["price"], message: "Expected a plain object or array, got an instance of Money." },
    });
    expect(copyJson({ price: Number.NaN }, LIMIT)).toEqual({
      ok: false,
      issue: { path: ["price"], message: "Expected a finite number, got NaN." },
    });
    expect(copyJson([1n], LIMIT)).toEqual({
      ok: false,
      issue: { path: [0], message: "Expected JSON, got a bigint." },
    });
  });

  it("EN-34: drops undefined members and writes -0 as 0", () => {
    const copy = copied({ a: undefined, b: -0, c: [-0], d: { e: undefined } });
    expect(Object.keys(copy as object)).toEqual(["b", "c", "d"]);
    expect(Object.is((copy as { b: number }).b, 0)).toBe(true);
    expect(Object.is((copy as { c: number[] }).c[0], 0)).toBe(true);
    expect(Object.is(copied(-0), 0)).toBe(true);
  });

  it("EN-34: reads each member once, so that a getter cannot show two faces", () => {
    let reads = 0;
    const value = {
      get price() {
        reads += 1;
        return reads === 1 ? 40 : Number.NaN;
      },
    };
    expect(copied(value)).toEqual({ price: 40 });
    expect(reads).toBe(1);
  });

  it("EN-34: a shared subtree is no cycle", () => {
    const shared = { price: 1 };
    expect(copied({ a: shared, b: [shared, shared] })).toEqual({
      a: { price: 1 },
      b: [{ price: 1 }, { price: 1 }],
    });
  });

  it("EN-34: 32 levels pass, 33 are refused at the path of the 33rd", () => {
    for (const wrap of [(inner: unknown) => [inner], (inner: unknown) => ({ a: inner })]) {
      expect(copyJson(nested(32, wrap), LIMIT).ok).toBe(true);
      expect(pathOfRefusal(nested(33, wrap))).toHaveLength(32);
    }
  });

  it("EN-34: depth 10,000 and more neither overflows nor takes long", () => {
    for (const depth of [10_000, 200_000]) {
      expect(pathOfRefusal(nested(depth, (inner) => [inner]))).toHaveLength(32);
      expect(pathOfRefusal(nested(depth, (inner) => ({ a: inner })))).toHaveLength(32);
    }
    const endless: unknown = new Proxy({}, { ownKeys: () => ["a"], get: () => endlessProxy(), ...described });
    expect(pathOfRefusal(endless)).toHaveLength(32);
  });

  it("EN-34: an exponentially shared graph is given up once it is over the limit", () => {
    let twins: unknown = "leaf";
    for (let level = 0; level < 31; level += 1) twins = [twins, twins];
    let empty: unknown = [];
    for (let level = 0; level < 30; level += 1) empty = { a: empty, b: empty };
    // Each has 2^30 leaves: without a bound it would take hours.
    expect(pathOfRefusal(twins)).toEqual([]);
    expect(pathOfRefusal(empty)).toEqual([]);
  });

  it("EN-34: a graph that shares an object full of undefined members is given up as well", () => {
    const hollow = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, index) => [`k${index}`, undefined]),
    );
    expect(copied(hollow)).toEqual({});
    let twins: unknown = hollow;
    for (let level = 0; level < 20; level += 1) twins = [twins, twins];
    // 2^20 times 100,000 members: without a bound it would take hours.
    expect(pathOfRefusal(twins)).toBeDefined();
  });

  it("EN-34: an array proxy that claims any length is bounded by the limit", () => {
    const boundless = new Proxy([], { get: (_target, name) => (name === "length" ? 2 ** 53 : 1) });
    expect(pathOfRefusal(boundless)).toEqual([]);
  });

  it("EN-34: is not misled by what others put on Object.prototype", () => {
    Object.defineProperty(Object.prototype, "price", {
      configurable: true,
      get: () => 1,
      set: () => {
        throw new Error("set");
      },
    });
    try {
      const copy = copied({ price: 40, "0": 1 });
      expect(Object.getOwnPropertyDescriptor(copy, "price")).toMatchObject({ value: 40, enumerable: true });
      expect(isDeepFrozen(copy)).toBe(true);
    } finally {
      delete (Object.prototype as { price?: unknown }).price;
    }
  });

  it.each<[string, unknown, number]>([
    ["an empty object", {}, 2],
    ["an empty array", [], 2],
    ["a number", 40, 2],
    ["the longest number", -0.0000012345678901234567, 25],
    ["ASCII", { a: "x" }, 9],
    ["two-byte letters", "ß", 4],
    ["three-byte letters", "€", 5],
    ["four-byte letters", "😀", 6],
    ["a lone surrogate", "\ud83d", 8],
    ["control characters", "\u0000\n", 10],
    ["quotes and backslashes", '"\\', 6],
    ["keys of all lengths", { ß: 1, "€": 2, "": null }, 24],
    ["several members", { a: [1, 2, { b: true }], c: "d" }, 30],
  ])("EN-34: %s of exactly maxBytes passes, one byte more is refused", (_name, value, bytes) => {
    expect(Buffer.byteLength(JSON.stringify(value))).toBe(bytes);
    expect(copyJson(value, bytes)).toMatchObject({ ok: true, bytesAtMost: bytes });
    expect(pathOfRefusal(value, bytes - 1)).toEqual([]);
  });

  it("EN-34: the boundary holds at 65,536 bytes", () => {
    const exactly = { note: "x".repeat(LIMIT - 11) };
    expect(copyJson(exactly, LIMIT)).toMatchObject({ ok: true, bytesAtMost: LIMIT });
    const over = { note: "x".repeat(LIMIT - 10) };
    expect(copyJson(over, LIMIT)).toEqual({
      ok: false,
      issue: { path: [], message: "Expected at most 65536 bytes of JSON, got 65537." },
    });
  });

  it("EN-34: round-trips JSON: equal to JSON.parse(JSON.stringify(x)), deep-frozen, size within the bounds", () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = JSON.stringify(value);
        const copy = copied(value, 1_000_000);
        // Vitest's equality asks `constructor` for the type, which may be data here.
        expect(isDeepStrictEqual(copy, JSON.parse(text))).toBe(true);
        expect(JSON.stringify(copy)).toBe(text);
        expect(isDeepFrozen(copy)).toBe(true);
        const bytes = Buffer.byteLength(text);
        const result = copyJson(value, 1_000_000) as ReturnType<typeof copyJson> & { ok: true };
        expect(result.bytesAtMost).toBeGreaterThanOrEqual(bytes);
        expect(copyJson(value, bytes).ok).toBe(true);
        expect(copyJson(value, bytes - 1).ok).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it("EN-34: never throws, and a copy that it makes of anything survives JSON unchanged", () => {
    const anything = fc.anything({
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withObjectString: true,
      withSparseArray: true,
      withTypedArray: true,
      withUnicodeString: true,
      maxDepth: 5,
    });
    fc.assert(
      fc.property(anything, (value) => {
        const result = copyJson(value, LIMIT);
        if (result.ok)
          expect(isDeepStrictEqual(JSON.parse(JSON.stringify(result.value)), result.value)).toBe(true);
        else expect(result.issue.message).toMatch(/^Expected .+, got .+\.$/);
      }),
      { numRuns: 1_000 },
    );
  });

  it("EN-35: mutating the original afterwards changes nothing, writing into the copy throws", () => {
    const original = { price: 40, lines: [{ amount: 1 }], deep: { a: { b: "c" } } };
    const copy = copied(original) as typeof original;
    original.price = 41;
    original.lines[0]!.amount = 2;
    original.lines.push({ amount: 3 });
    original.deep.a.b = "d";
    expect(copy).toEqual({ price: 40, lines: [{ amount: 1 }], deep: { a: { b: "c" } } });
    expect(() => {
      copy.lines[0]!.amount = 9;
    }).toThrow(TypeError);
    expect(() => copy.lines.push({ amount: 9 })).toThrow(TypeError);
    expect(() => {
      copy.deep.a.b = "x";
    }).toThrow(TypeError);
  });
});

describe("the size", () => {
  it("EN-34: counts each UTF-16 unit at the edges of the UTF-8 lengths", () => {
    for (const unit of [
      0x1f, 0x20, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000, 0xffff,
    ]) {
      const text = `a${String.fromCharCode(unit)}b`;
      const bytes = Buffer.byteLength(JSON.stringify(text));
      expect(copyJson(text, bytes)).toEqual({ ok: true, value: text, bytesAtMost: bytes });
      expect(copyJson(text, bytes - 1).ok).toBe(false);
    }
  });

  it("EN-34: counts numbers of every form within the upper bound of 25 characters", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const { length } = JSON.stringify(value);
        expect(length).toBeLessThanOrEqual(25);
        expect(copyJson(value, length)).toMatchObject({ ok: true, bytesAtMost: Math.min(length, 25) });
        expect(copyJson(value, length - 1).ok).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });
});

function fail(): never {
  throw new Error("secret 4711");
}

const described: ProxyHandler<object> = {
  getOwnPropertyDescriptor: (_target, name) =>
    name === "a" ? { value: 1, enumerable: true, configurable: true } : undefined,
};

function endlessProxy(): object {
  return new Proxy({}, { ownKeys: () => ["a"], get: () => endlessProxy(), ...described });
}
