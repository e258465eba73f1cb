import { createHash } from "node:crypto";
import { sha256 } from "@noble/hashes/sha2.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  base64urlLength,
  decodeBase58btc,
  decodeBase64,
  decodeBase64url,
  encodeBase58btc,
  encodeBase64,
  encodeBase64url,
  hashText,
  isHashText,
  writeBase64url,
} from "../../../src/oap/encoding/index.js";

describe("SG-12: base64url", () => {
  it("is written as Node writes it, and read back", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const text = encodeBase64url(bytes);
        expect(text).toBe(Buffer.from(bytes).toString("base64url"));
        expect(text).toHaveLength(base64urlLength(bytes.length));
        expect(decodeBase64url(text)).toEqual(bytes);
      }),
      { seed: 507, numRuns: 300 },
    );
  });

  it("has one spelling: of all texts of two and three characters exactly one gives the same bytes", () => {
    const digits = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"];
    const accepted = digits.flatMap((one) => digits.map((other) => one + other)).filter(decodeBase64url);
    expect(accepted).toHaveLength(256);
    expect(digits.map((digit) => `AA${digit}`).filter(decodeBase64url)).toHaveLength(16);
    for (const text of accepted) expect(encodeBase64url(decodeBase64url(text)!)).toBe(text);
  });

  it.each([
    "A",
    "AAAAA",
    "AA=",
    "AA==",
    "AAA=",
    "A+8",
    "A/8",
    "AA A",
    "AAA\n",
    " AAA",
    "AÁA",
    "AB",
    "AAB",
    "AAAAAB",
  ])("another spelling of the same bytes, or none, is refused: %j", (text) => {
    expect(decodeBase64url(text)).toBeUndefined();
  });

  it("writes into the middle of bytes", () => {
    const target = new Uint8Array(8).fill(46);
    writeBase64url(new Uint8Array([255, 255]), target, 2);
    expect(new TextDecoder().decode(target)).toBe("..__8...");
  });
});

it("SG-32: base64 there and back is the same, and what node:buffer writes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const text = encodeBase64(bytes);
      expect(text).toBe(Buffer.from(bytes).toString("base64"));
      expect(decodeBase64(text)).toEqual(new Uint8Array(bytes));
    }),
  );
});

it.each([
  "A",
  "AA",
  "AAA",
  "AAE",
  "AAF=",
  "AB==",
  "AA=A",
  "====",
  "AA==AA==",
  "A-E=",
  "AA E",
  "AAE=\n",
  "=AAE",
])("SG-32: another spelling is refused: %j", (text) => expect(decodeBase64(text)).toBeUndefined());

it.each([
  ["", ""],
  ["00", "1"],
  ["0000287fb4cd", "11233QC4"],
  ["48656c6c6f20576f726c6421", "2NEpo7TZRRrLZSi2U"],
  ["ff", "5Q"],
  ["0100", "5R"],
])("writes %s as %s, and reads it back (draft-msporny-base58, section 5)", (hex, text) => {
  const bytes = new Uint8Array(Buffer.from(hex, "hex"));
  expect(encodeBase58btc(bytes)).toBe(text);
  expect(decodeBase58btc(text)).toEqual(bytes);
});

it.each(["0", "O", "I", "l", "a b", "é", "2-"])("does not read %j", (text) => {
  expect(decodeBase58btc(text)).toBeUndefined();
});

it("SG-25: writes sha256- and padded standard base64", () => {
  for (let index = 0; index < 50; index += 1) {
    const bytes = new Uint8Array([index]);
    const text = `sha256-${createHash("sha256").update(bytes).digest("base64")}`;
    expect(hashText(sha256, bytes)).toBe(text);
    expect(isHashText(text)).toBe(true);
  }
  expect(hashText(sha256, new Uint8Array())).toBe("sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
});

it.each([
  "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
  "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU",
  "sha256-47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU=",
  "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFV=",
  "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n",
  "SHA256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
  "sha256-",
  null,
])("SG-25: takes %j for no hash", (value) => {
  expect(isHashText(value)).toBe(false);
});
