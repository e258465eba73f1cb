import { createHash } from "node:crypto";
import canonicalizeOfPackage from "canonicalize";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  canonicalForm,
  canonicalize,
  canonicalText,
  emptyOutput,
  parseStrict,
  plainCopy,
  resolveLimits,
  writeJson,
  writtenBytes,
} from "../../../src/oap/canonical/index.js";
import { HOSTILE_VALUES } from "../hostile-values.js";
import { anyJson, signableJson } from "../strict-arbitrary.js";
import { hasVectors, vectorBytes, vectorJson, vectorsNote, vectorText } from "../vectors.js";

const wide = { numbers: "any", maxBytes: 1_000_000 } as const;

describe("SG-1: the canonical form", () => {
  it("sorts members by UTF-16 code units, not by code points, and leaves text as it is", () => {
    // U+1F600 begins with the unit d83d, which stands before U+FB33.
    const value = { "\ufb33": 1, "\u{1f600}": 2, b: [3, "é", "é"], a: null, "": true, "10": 4, "9": 5 };
    expect(canonicalText(value)).toBe(
      '{"":true,"10":4,"9":5,"a":null,"b":[3,"é","é"],"\u{1f600}":2,"\ufb33":1}',
    );
  });

  it("sorts few and many members alike, whatever their order", () => {
    for (let count = 0; count <= 40; count += 1) {
      const names = Array.from({ length: count }, (_, index) => `m${(index * 17) % 41}`);
      const text = [...names].sort().map((name) => `"${name}":1`);
      expect(canonicalText(Object.fromEntries(names.map((name) => [name, 1])))).toBe(`{${text.join(",")}}`);
    }
  });

  it("writes the escapes of ECMAScript and no others", () => {
    expect(canonicalText('\u0000\b\t\n\f\r\u001f"\\/\u007f\u2028€')).toBe(
      '"\\u0000\\b\\t\\n\\f\\r\\u001f\\"\\\\/\u007f\u2028€"',
    );
  });

  it.each(["arrays", "french", "structures", "unicode", "values", "weird"])(
    `gives the official bytes of %s${vectorsNote}`,
    (name) => {
      if (!hasVectors) return;
      const bytes = canonicalize(vectorJson(`jcs/input/${name}.json`), { numbers: "any" });
      expect(Buffer.from(bytes).toString("utf8")).toBe(vectorText(`jcs/output/${name}.json`));
      const hex = vectorText(`jcs/outhex/${name}.txt`).replace(/\s+/g, "");
      expect(Buffer.from(bytes).toString("hex")).toBe(hex);
      const parsed = parseStrict(vectorBytes(`jcs/input/${name}.json`), { numbers: "any" });
      expect(parsed.ok && canonicalize(parsed.value, { numbers: "any" })).toEqual(bytes);
    },
  );

  it(`writes the first 10,000 numbers of the published generator${vectorsNote}`, () => {
    if (!hasVectors) return;
    const hash = createHash("sha256");
    for (const value of publishedNumbers(10_000)) {
      hash.update(`${bitsOf(value)},${canonicalText(value, { numbers: "any" })}\n`);
    }
    // The checksum that UPSTREAM-README.md of the vectors names for 10,000 lines.
    expect(hash.digest("hex")).toBe("b9f7a8e75ef22a835685a52ccba7f7d6bdc99e34b010992cbc5864cd12be6892");
  });

  it("is read back to the same value, and is the canonical form of that", () => {
    fc.assert(
      fc.property(signableJson, (value) => {
        const bytes = canonicalize(value);
        const parsed = parseStrict(bytes);
        expect(parsed).toEqual({ ok: true, value });
        expect(parsed.ok && canonicalize(parsed.value)).toEqual(bytes);
      }),
      { seed: 501, numRuns: 300 },
    );
  });

  it("equals that of the package canonicalize wherever both accept", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(canonicalText(value, wide)).toBe(canonicalizeOfPackage(value));
      }),
      { seed: 502, numRuns: 300 },
    );
  });
});

describe("SG-2: what is not strict JSON", () => {
  it.each(HOSTILE_VALUES)("is refused: %s", (_, make) => {
    for (const numbers of ["integers", "any"] as const) {
      expect(() => canonicalize(make(), { numbers })).toThrow(TypeError);
      expect(() => canonicalText([make()], { numbers })).toThrow(TypeError);
    }
  });

  it("is refused by a message without values and without what a trap threw", () => {
    for (const [, make] of HOSTILE_VALUES) {
      const message = messageOf(() => canonicalize({ terms: make() }));
      expect(message).toMatch(/^Expected .+, got .+\.$/);
      expect(message).not.toMatch(/secret|terms/);
    }
  });

  it("names its path beside the message", () => {
    expect(() => canonicalize({ a: [0, { b: 1n }] })).toThrow(
      expect.objectContaining({ path: ["a", 1, "b"] }),
    );
  });

  it("takes plain objects of any realm and without a prototype, and null and empty text stay", () => {
    expect(canonicalText(Object.assign(Object.create(null), { b: null, a: "" }))).toBe('{"a":"","b":null}');
  });

  it("takes noncharacters' neighbours and whole surrogate pairs", () => {
    expect(canonicalText("\ufdcf\ufdf0\ufffd\u{1fffd}\u{10fffd}")).toBe(
      '"\ufdcf\ufdf0\ufffd\u{1fffd}\u{10fffd}"',
    );
  });
});

describe("SG-3: numbers", () => {
  it.each([2 ** 53 - 1, -(2 ** 53 - 1), 0, 1e15])("passes %d", (value) => {
    expect(canonicalText(value)).toBe(String(value));
  });

  it.each([2 ** 53, -(2 ** 53), 1.5, 1e-7, 1e21, -0, Number.MAX_VALUE])("refuses %d as signed", (value) => {
    expect(() => canonicalText(value)).toThrow(TypeError);
  });

  it("writes every finite number where any may stand, minus zero as zero", () => {
    expect(canonicalText([2 ** 53, 1.5, 1e21, 1e-7, -0, 5e-324], { numbers: "any" })).toBe(
      "[9007199254740992,1.5,1e+21,1e-7,0,5e-324]",
    );
  });
});

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return (error as Error).message;
  }
  return "nothing was thrown";
}

const buffer = new DataView(new ArrayBuffer(8));

function bitsOf(value: number): string {
  buffer.setFloat64(0, value);
  return buffer.getBigUint64(0).toString(16);
}

function doubleOf(bits: bigint): number {
  buffer.setBigUint64(0, bits);
  return buffer.getFloat64(0);
}

/** The algorithm that UPSTREAM-README.md of the vectors publishes: edge cases, 2,000 in a row, then hashes of hashes. */
function publishedNumbers(count: number): number[] {
  const [edgeCases = ""] = /staticU64s[^;]*?\]\)/.exec(vectorText("jcs/numgen.js")) ?? [];
  const numbers = [...edgeCases.matchAll(/0x[0-9a-f]{16}(?=n)/g)].map(([hex]) => doubleOf(BigInt(hex)));
  for (let index = 0n; index < 2000n; index += 1n) numbers.push(doubleOf(0x0010000000000000n + index));
  let block = Buffer.alloc(32);
  while (numbers.length < count) {
    block = createHash("sha256").update(block).digest();
    for (let offset = 0; offset < 32; offset += 8) {
      const value = block.readDoubleLE(offset);
      if (value !== 0 && Number.isFinite(value)) numbers.push(value);
    }
  }
  return numbers.slice(0, count);
}

const limits = resolveLimits({ numbers: "any", maxBytes: 1_000_000 });

describe("SG-1: the canonical bytes of a copy", () => {
  const textOf = (value: unknown, without?: string): string =>
    Buffer.from(canonicalForm(value, limits, without).bytes).toString();

  it("have members named by indexes among the others, at every depth", () => {
    const value = { b: [{ 9: 1, 10: 2, "01": 3, a: 4 }], 11: {}, 2: [], $: null };
    expect(textOf(value)).toBe('{"$":null,"11":{},"2":[],"b":[{"01":3,"10":2,"9":1,"a":4}]}');
  });

  it("leave one member out where it is outermost, and nowhere else", () => {
    const value = { c: { signature: 1 }, signature: "x", a: [{ signature: 2 }] };
    expect(textOf(value, "signature")).toBe('{"a":[{"signature":2}],"c":{"signature":1}}');
    expect(textOf(["signature"], "signature")).toBe('["signature"]');
    expect(textOf({ signature: 1 }, "signature")).toBe("{}");
  });

  it.each([
    ["objects", Object.prototype],
    ["arrays", Array.prototype],
  ])(
    "are the same where somebody has given all %s a toJSON, or a setter of a member's name",
    (_, prototype) => {
      const value = { price: [40, { b: "é\u0001", a: [] }], 2: {}, note: 1.5 };
      const text = textOf(value);
      const calls: unknown[] = [];
      Object.defineProperty(prototype, "toJSON", { value: () => calls.push("toJSON"), configurable: true });
      Object.defineProperty(prototype, "note", { set: (given) => calls.push(given), configurable: true });
      try {
        expect(textOf(value)).toBe(text);
      } finally {
        Reflect.deleteProperty(prototype, "toJSON");
        Reflect.deleteProperty(prototype, "note");
      }
      expect(calls).toEqual([]);
    },
  );

  it("are the same however little room there was for them, and stand behind what was written before", () => {
    const texts = fc.string({ unit: "binary", maxLength: 400 });
    fc.assert(
      fc.property(anyJson, texts, fc.nat(64), (value, text, room) => {
        const { copy } = plainCopy(
          { a: value, [`k${text.replace(/\p{Surrogate}|\p{Noncharacter_Code_Point}/gu, "")}`]: [] },
          limits,
        );
        const output = emptyOutput(room);
        writeJson(output, "before");
        writeJson(output, copy);
        const written = Buffer.from(writtenBytes(output)).toString();
        expect(written).toBe(`"before"${canonicalizeOfPackage(copy)}`);
      }),
      { seed: 505, numRuns: 200 },
    );
  });
});
