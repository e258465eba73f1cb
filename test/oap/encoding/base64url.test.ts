import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  base64urlLength,
  decodeBase64url,
  encodeBase64url,
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
