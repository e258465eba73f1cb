import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { nodeVerifier, sha256 } from "../../../src/cli/files/index.js";
import { guardedVerifier } from "../../../src/oap/signing/index.js";
import { testKey } from "../../oap/log-fixtures.js";

it("hashes and verifies as the library does, and says no to one flipped bit", async () => {
  const bytes = new TextEncoder().encode("Hello.");
  expect(Buffer.from(sha256(bytes))).toEqual(createHash("sha256").update(bytes).digest());
  const key = testKey(5);
  const signature = key.sign(bytes);
  const verify = guardedVerifier(nodeVerifier);
  expect(await verify(signature, bytes, key.publicKey)).toBe(true);
  expect(await verify(signature, bytes.with(0, 0), key.publicKey)).toBe(false);
  expect(await verify(signature.with(5, signature[5]! ^ 1), bytes, key.publicKey)).toBe(false);
  expect(await verify(signature, bytes, testKey(6).publicKey)).toBe(false);
});
