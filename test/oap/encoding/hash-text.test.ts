import { createHash } from "node:crypto";
import { sha256 } from "@noble/hashes/sha2.js";
import { expect, it } from "vitest";
import { hashText, isHashText } from "../../../src/oap/encoding/index.js";

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
