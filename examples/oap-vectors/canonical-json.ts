/**
 * `canonical-json.json`: texts that are read and what their canonical form is, and texts that are refused.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { canonicalize, parseStrict } from "../../src/oap/index.js";
import { hex, type JsonValue, json, utf8 } from "./bytes.js";
import { good } from "./scenario.js";

/** A text, its bytes, or pieces that are repeated. */
export interface TextInput {
  readonly text?: string;
  readonly hex?: string;
  readonly parts?: readonly (readonly [piece: string, times: number])[];
}

/** The bytes of an input. */
export function inputBytes({ text, hex: written, parts }: TextInput): Uint8Array {
  if (written !== undefined) return new Uint8Array(Buffer.from(written, "hex"));
  return utf8(text ?? (parts ?? []).map(([piece, times]) => piece.repeat(times)).join(""));
}

/** The file. */
export function canonicalJsonVectors(): JsonValue {
  return json({
    about: "SG-1 to SG-6: what is read, how it is written, what is refused. See README.md.",
    defaults: { numbers: "integers", max_depth: 32, max_bytes: 65_536 },
    canonical: CANONICAL.map(([name, requirement, text, form]) => {
      const numbers = form ?? "integers";
      const canonical = canonicalize(good(parseStrict(utf8(text), { numbers })).value, { numbers });
      return {
        ...{ name, requirement, numbers, text },
        canonical: new TextDecoder().decode(canonical),
        canonical_hex: hex(canonical),
        sha256_hex: hex(sha256(canonical)),
      };
    }),
    boundaries: BOUNDARIES.map(([name, requirement, input, ok]) => ({ name, requirement, input, ok })),
    refused: REFUSED.map(([name, requirement, input, numbers = "integers"]) => ({
      ...{ name, requirement, numbers, input },
      code: "document_invalid",
    })),
  });
}

const CANONICAL: readonly (readonly [string, string, string, "any"?])[] = [
  ["members are sorted", "SG-1", '{ "price": "40.00", "currency": "EUR", "Price": 1, "": 2 }'],
  ["by UTF-16 code units, not by code points", "SG-1", '{"\ufb33":1,"\u{1f600}":2,"\u00e9":3,"z":4}'],
  [
    "also when they are written with escapes",
    "SG-1",
    '{"\\ufb33":1,"\\ud83d\\ude00":2,"\\u00e9":3,"\\u007a":4}',
  ],
  ["numbers in names are texts", "SG-1", '{"10":1,"9":2,"1":3,"01":4,"-1":5}'],
  [
    "control characters are escaped as ECMAScript does",
    "SG-1",
    '"\\u0000\\u0007\\b\\t\\n\\u000b\\f\\r\\u001f\\u007f"',
  ],
  ["no escape that is not needed", "SG-1", '"\\u0022\\u005c\\/\\u002f\\u0041\\u20ac\\u2028\\u2029"'],
  ["text is not normalised", "SG-1", '["\u00e9","e\u0301","\ufb01","\u212b"]'],
  ["null, empty text, empty array and empty object stay", "SG-9", '{"d":{},"c":[],"b":"","a":null}'],
  ["white space between tokens goes", "SG-1", ' \t\r\n[ 1 , {"a" : true } , false ]\n'],
  ["the largest and the smallest integers", "SG-3", "[9007199254740991,-9007199254740991,0]"],
  [
    "names that only look like the forbidden ones",
    "SG-2",
    '{"__proto":1,"Constructor":2,"prototypes":3,"toString":4,"hasOwnProperty":5}',
  ],
  [
    "any numbers, in the form of ECMAScript",
    "SG-3",
    "[1.0,1e2,1E-7,1e21,1e20,333333333.33333329,4.50,2e-3,0.000001,1e-27,-0,-0.0,9007199254740993,5e-324,1.7976931348623157e308]",
    "any",
  ],
];

const BOUNDARIES: readonly (readonly [string, string, TextInput, boolean])[] = [
  [
    "32 levels of arrays",
    "SG-6",
    {
      parts: [
        ["[", 32],
        ["]", 32],
      ],
    },
    true,
  ],
  [
    "33 levels of arrays",
    "SG-6",
    {
      parts: [
        ["[", 33],
        ["]", 33],
      ],
    },
    false,
  ],
  [
    "32 levels of objects",
    "SG-6",
    {
      parts: [
        ['{"a":', 31],
        ["{}", 1],
        ["}", 31],
      ],
    },
    true,
  ],
  [
    "33 levels of objects",
    "SG-6",
    {
      parts: [
        ['{"a":', 32],
        ["{}", 1],
        ["}", 32],
      ],
    },
    false,
  ],
  [
    "200,000 levels, without an overflow of the stack",
    "SG-6",
    {
      parts: [
        ["[", 200_000],
        ["]", 200_000],
      ],
    },
    false,
  ],
  [
    "65,536 bytes",
    "SG-6",
    {
      parts: [
        ['"', 1],
        ["a", 65_534],
        ['"', 1],
      ],
    },
    true,
  ],
  [
    "65,537 bytes",
    "SG-6",
    {
      parts: [
        ['"', 1],
        ["a", 65_535],
        ['"', 1],
      ],
    },
    false,
  ],
  [
    "65,536 bytes of characters of three bytes",
    "SG-6",
    {
      parts: [
        ['"', 1],
        ["\u20ac", 21_844],
        ["aa", 1],
        ['"', 1],
      ],
    },
    true,
  ],
  [
    "65,537 bytes of characters of three bytes",
    "SG-6",
    {
      parts: [
        ['"', 1],
        ["\u20ac", 21_845],
        ['"', 1],
      ],
    },
    false,
  ],
];

const NAMES = ["__proto__", "constructor", "prototype"] as const;

const REFUSED: readonly (readonly [string, string, TextInput, "any"?])[] = [
  ["nothing", "SG-4", { text: "" }],
  ["white space alone", "SG-4", { text: " \n" }],
  ["a byte order mark", "SG-4", { hex: `efbbbf${hex(utf8("{}"))}` }],
  ["UTF-16", "SG-4", { hex: "7b007d00" }],
  ["a byte that no UTF-8 has", "SG-4", { hex: "22ff22" }],
  ["UTF-8 cut off within a character", "SG-4", { hex: "22e282" }],
  ["an overlong form in UTF-8", "SG-4", { hex: "22c0af22" }],
  ["a surrogate in UTF-8", "SG-4", { hex: "22eda08022" }],
  ["a code point beyond U+10FFFF in UTF-8", "SG-4", { hex: "22f490808022" }],
  ["another value behind the first", "SG-4", { text: "{} {}" }],
  ["a closing bracket too many", "SG-4", { text: "[]]" }],
  ["a zero byte at the end", "SG-4", { hex: "7b7d00" }],
  ["a member twice", "SG-4", { text: '{"price":40,"price":1}' }],
  ["a member twice with the same value", "SG-4", { text: '{"price":40,"units":1,"price":40}' }],
  ["a member twice, once with an escape", "SG-4", { text: '{"price":40,"pr\\u0069ce":1}' }],
  ["a member twice, deeper", "SG-4", { text: '{"terms":[{"price":40,"price":40}]}' }],
  ...NAMES.flatMap((name) =>
    [`{"${name}":1}`, `{"terms":{"${name}":{}}}`, `{"terms":[{"a":{"${name}":null}}]}`].map(
      (text, depth) => [`the name ${name}, at depth ${depth}`, "SG-2", { text }] as const,
    ),
  ),
  ["the name __proto__, with an escape", "SG-4", { text: '{"\\u005f_proto__":1}' }],
  ["the name constructor, with escapes", "SG-4", { text: '{"c\\u006fnstructo\\u0072":1}' }],
  ["a lone high surrogate", "SG-2", { text: '"a\\ud800"' }],
  ["a lone low surrogate", "SG-2", { text: '"\\udc00a"' }],
  ["surrogates the wrong way round", "SG-2", { text: '"\\udc00\\ud800"' }],
  ["a lone surrogate in a name", "SG-2", { text: '{"\\ud800":1}' }],
  ["the noncharacter U+FFFE", "SG-2", { text: '"\\ufffe"' }],
  ["the noncharacter U+FFFF, in UTF-8", "SG-2", { hex: "22efbfbf22" }],
  ["the noncharacter U+FDD0 in a name", "SG-2", { text: '{"\\ufdd0":1}' }],
  ["the noncharacter U+1FFFE", "SG-2", { text: '"\\ud83f\\udffe"' }],
  ["the noncharacter U+10FFFF, in UTF-8", "SG-2", { hex: "22f48fbfbf22" }],
  ["2^53", "SG-3", { text: "9007199254740992" }],
  ["-2^53", "SG-3", { text: "[-9007199254740992]" }],
  ["2^53 + 1, which many parsers read as 2^53", "SG-3", { text: '{"units":9007199254740993}' }],
  ["a fraction", "SG-3", { text: "1.5" }],
  ["a fraction that is an integer", "SG-3", { text: "1.0" }],
  ["an exponent", "SG-3", { text: "1e2" }],
  ["minus zero", "SG-2", { text: "-0" }],
  ["a number beyond doubles", "SG-3", { text: "1e400" }],
  ["a number beyond doubles, where any number may stand", "SG-3", { text: "1e400" }, "any"],
  ["a leading zero", "SG-4", { text: "[01]" }],
  ["a plus sign", "SG-4", { text: "[+1]" }],
  ["a number without digits behind the point", "SG-4", { text: "[1.]" }, "any"],
  ["a number without digits before the point", "SG-4", { text: "[.5]" }, "any"],
  ["a hexadecimal number", "SG-4", { text: "[0x10]" }],
  ["NaN", "SG-2", { text: "[NaN]" }, "any"],
  ["Infinity", "SG-2", { text: "[-Infinity]" }, "any"],
  ["undefined", "SG-2", { text: '{"a":undefined}' }],
  ["a word in capitals", "SG-4", { text: "[True]" }],
  ["single quotes", "SG-4", { text: "{'a':1}" }],
  ["a name without quotes", "SG-4", { text: "{a:1}" }],
  ["a comma at the end of an array", "SG-4", { text: "[1,]" }],
  ["a comma at the end of an object", "SG-4", { text: '{"a":1,}' }],
  ["no comma", "SG-4", { text: "[1 2]" }],
  ["a comment", "SG-4", { text: "[1/*2*/]" }],
  ["a control character in a text", "SG-4", { hex: "22610a22" }],
  ["an unknown escape", "SG-4", { text: '"\\x41"' }],
  ["an escape of three digits", "SG-4", { text: '"\\u041"' }],
  ["a text without an end", "SG-4", { text: '"abc' }],
  ["an object without an end", "SG-4", { text: '{"a":1' }],
  ["white space that JSON does not know", "SG-4", { hex: "c2a05b5d" }],
];
