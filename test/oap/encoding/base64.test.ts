import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeBase64, encodeBase64 } from "../../../src/oap/encoding/index.js";

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
