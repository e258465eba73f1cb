import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { parseStrict } from "../../../src/oap/canonical/index.js";
import { unitsRead } from "../counted-reads.js";
import { anyJson } from "../strict-arbitrary.js";

const encoder = new TextEncoder();

function parsed(text: string, numbers: "integers" | "any" = "integers") {
  return parseStrict(encoder.encode(text), { numbers });
}

describe("SG-4: the strict parser", () => {
  it.each([
    ['{"price":40,"price":1}', "two members of one name"],
    ['{"price":40,"\\u0070rice":1}', "two members of one name, one of them escaped"],
    ['{"a":{"b":1,"b":1}}', "two members of one name further down"],
    ['{"__proto__":1}', "__proto__"],
    ['{"\\u005f_proto__":1}', "__proto__ with an escape"],
    ['[{"constructor":{"prototype":1}}]', "constructor"],
    ['{"prototype":1}', "prototype"],
    ["\ufeff{}", "a byte order mark"],
    ["{} x", "text after the value"],
    ["1 2", "two values"],
    ["{}\u0000", "a zero after the value"],
    ["", "nothing"],
    [" ", "space only"],
    ['"\\ud800"', "an escaped lone surrogate"],
    ['"\\uffff"', "an escaped noncharacter"],
    ['{"\\udc00":1}', "an escaped lone surrogate in a name"],
    ['"a\nb"', "a raw control character"],
    ['"a\tb"', "a raw tab in text"],
    ['"\\x41"', "an escape of JavaScript"],
    ['"\\u00g0"', "half an escape"],
    ['"abc', "text without an end"],
    ['"abc\\', "text that ends in an escape"],
    ['"abc\\"', "text whose end is escaped"],
    ["'a'", "single quotes"],
    ["{a:1}", "a name without quotes"],
    ['{"a" 1}', "no colon"],
    ['{"a":1,}', "a comma at the end of an object"],
    ["[1,]", "a comma at the end of an array"],
    ["[,1]", "a comma at the beginning"],
    ["[1 2]", "no comma"],
    ["[1", "an array without an end"],
    ['{"a":1', "an object without an end"],
    ["[1}", "the wrong bracket"],
    ["// a\n1", "a comment"],
    ["tru", "half a word"],
    ["True", "a word of Python"],
    ["NaN", "NaN"],
    ["undefined", "undefined"],
    ["\u00a01", "a space that JSON does not know"],
    ["\f1", "a form feed"],
  ])("refuses %j: %s", (text) => {
    for (const numbers of ["integers", "any"] as const) {
      expect(parsed(text, numbers)).toMatchObject({ ok: false, code: "document_invalid" });
    }
  });

  it.each([
    [[0xff]],
    [[0x22, 0xc3, 0x22]],
    [[0x22, 0xc0, 0xaf, 0x22]],
    [[0x22, 0xed, 0xa0, 0x80, 0x22]],
    [[0x22, 0xf4, 0x90, 0x80, 0x80, 0x22]],
    [[0xef, 0xbb, 0xbf, 0x31]],
    [[0x31, 0x00]],
  ])("refuses the bytes %j", (bytes) => {
    expect(parseStrict(new Uint8Array(bytes)).ok).toBe(false);
  });

  it.each([["{}"], [undefined], [null], [{}], [[0x31]]])("refuses %j, which is no bytes", (value) => {
    expect(parseStrict(value as never)).toMatchObject({ ok: false, code: "document_invalid" });
  });

  it("reads what JSON.parse reads, wherever it accepts", () => {
    const space = fc.constantFrom(undefined, 1, "\t", "\r\n ");
    fc.assert(
      fc.property(anyJson, space, (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const result = parseStrict(encoder.encode(text), {
          numbers: "any",
          maxBytes: 1_000_000,
          maxDepth: 200,
        });
        expect(result).toEqual({ ok: true, value });
      }),
      { seed: 505, numRuns: 300 },
    );
  });

  it("accepts no text that JSON.parse refuses, and reads it alike: texts with one character changed", () => {
    const mutation = fc.tuple(anyJson, fc.nat(), fc.constantFrom(...'{}[],:"\\0-+.eEtn u'.split(""), ""));
    fc.assert(
      fc.property(mutation, ([value, at, character]) => {
        const text = JSON.stringify(value);
        const index = at % text.length;
        const changed = text.slice(0, index) + character + text.slice(index + 1);
        // Half a pair of surrogates becomes U+FFFD as bytes.
        const bytes = encoder.encode(changed);
        const read = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
        const result = parseStrict(bytes, { numbers: "any", maxBytes: 1_000_000 });
        if (result.ok) expect(result.value).toEqual(JSON.parse(read, (_, one) => (one === 0 ? 0 : one)));
      }),
      { seed: 506, numRuns: 1000 },
    );
  });

  it("gives a deep-frozen value, with names of Object.prototype as own members", () => {
    const result = parsed(' { "toString" : [ { } , 1 ] , "a\\/b" : "\\u00e9" } ');
    if (!result.ok) throw new Error(result.message);
    expect(result.value).toEqual({ toString: [{}, 1], "a/b": "é" });
    expect(Object.hasOwn(result.value as object, "toString")).toBe(true);
    expect(Object.isFrozen(result.value)).toBe(true);
    expect(Object.isFrozen((result.value as any).toString)).toBe(true);
    expect(Object.isFrozen((result.value as any).toString[0])).toBe(true);
  });

  it("says in its message nothing of the text, and where its value is at fault", () => {
    const result = parsed('{"secret":1,"secret":2}');
    expect(result).toEqual({
      ok: false,
      code: "document_invalid",
      message: "Expected member names that differ, got one twice.",
      path: [],
    });
    expect(parsed('{"secret" 1}')).toMatchObject({ message: "Expected JSON, got another text.", path: [] });
    expect(parsed('{"a":[1,1.5]}')).toMatchObject({ path: ["a", 1] });
  });
});

describe("SG-3: numbers in a text", () => {
  it.each(["9007199254740991", "-9007199254740991", "0", "10"])("reads %s", (text) => {
    expect(parsed(text)).toEqual({ ok: true, value: Number(text) });
  });

  it.each([
    "9007199254740992",
    "9007199254740993",
    "-9007199254740992",
    "1.5",
    "1e400",
    "-0",
    "1.0",
    "1e2",
    "0.0",
  ])("refuses %s as signed", (text) => {
    expect(parsed(text).ok).toBe(false);
  });

  it.each([
    "01",
    "-01",
    "+1",
    "1.",
    ".5",
    "1e",
    "1e+",
    "--1",
    "-",
    "0x10",
    "1_000",
    "1e400",
    "-1e400",
    "Infinity",
  ])("refuses %s where any number may stand", (text) => {
    expect(parsed(text, "any").ok).toBe(false);
  });

  it("reads fractions and exponents where any number may stand, minus zero as zero", () => {
    const result = parsed("[1.50,1e2,1E-7,-0,-0.0,9007199254740992]", "any");
    expect(result.ok && result.value).toStrictEqual([1.5, 100, 1e-7, 0, 0, 2 ** 53]);
  });
});

describe("SG-6: boundaries in a text", () => {
  it("reads depth 32 and refuses 33", () => {
    expect(parsed("[".repeat(32) + "]".repeat(32)).ok).toBe(true);
    expect(parsed("[".repeat(33) + "]".repeat(33)).ok).toBe(false);
    expect(parsed(`${'{"a":'.repeat(32)}1${"}".repeat(32)}`).ok).toBe(true);
    expect(parsed(`${'{"a":'.repeat(33)}1${"}".repeat(33)}`).ok).toBe(false);
    expect(parsed(`[${"[],".repeat(50)}[]]`).ok).toBe(true);
  });

  it("reads 65,536 bytes and refuses 65,537", () => {
    expect(parsed(`"${"a".repeat(65_534)}"`).ok).toBe(true);
    expect(parsed(`"${"a".repeat(65_535)}"`).ok).toBe(false);
    expect(parsed(`${" ".repeat(65_536)}1`).ok).toBe(false);
  });

  it("T8: hands nothing to the engine that is deeper than the limit", () => {
    const read = vi.spyOn(JSON, "parse");
    try {
      for (const text of ["[".repeat(33) + "]".repeat(33), `${'{"a":'.repeat(33)}1${"}".repeat(33)}`]) {
        expect(parsed(text).ok).toBe(false);
      }
      expect(read).not.toHaveBeenCalled();
      expect(parsed(`["${"[".repeat(33)}\\"{"]`).ok).toBe(true);
    } finally {
      read.mockRestore();
    }
  });

  it("T8: looks no further than the limit into nesting of 200,000, also where so many bytes may come", () => {
    const open = encoder.encode("[".repeat(200_000));
    for (const maxDepth of [32, 256]) {
      const read = () => expect(parseStrict(open, { maxBytes: 1_000_000, maxDepth }).ok).toBe(false);
      expect(unitsRead(read)).toBeLessThan(2 * maxDepth);
    }
  });
});
