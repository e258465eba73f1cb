import { createHmac } from "node:crypto";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { hmacSha256 } from "../../src/oap/hmac.js";

it("SG-26: HMAC is that of node:crypto and of @noble/hashes, for every length of key and message", () => {
  const bytes = (maxLength: number) => fc.uint8Array({ maxLength });
  fc.assert(
    fc.property(bytes(140), bytes(300), (key, message) => {
      const own = Buffer.from(hmacSha256(sha256, key, message)).toString("hex");
      expect(own).toBe(createHmac("sha256", key).update(message).digest("hex"));
      expect(own).toBe(Buffer.from(hmac(sha256, key, message)).toString("hex"));
    }),
    { seed: 527, numRuns: 200 },
  );
});

it.each([63, 64, 65])("SG-26: HMAC agrees at the boundary of a block: a key of %i bytes", (length) => {
  const key = new Uint8Array(length).fill(0xaa);
  const message = new TextEncoder().encode("Hi There");
  const expected = createHmac("sha256", key).update(message).digest("hex");
  expect(Buffer.from(hmacSha256(sha256, key, message)).toString("hex")).toBe(expected);
});

it("SG-26: HMAC gives the first value of RFC 4231", () => {
  const tag = hmacSha256(sha256, new Uint8Array(20).fill(0x0b), new TextEncoder().encode("Hi There"));
  expect(Buffer.from(tag).toString("hex")).toBe(
    "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
  );
});
