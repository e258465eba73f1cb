import { expect, it } from "vitest";
import { keyRefusal } from "../../../src/oap/keys/key-refusal.js";

it("SG-16: a refused key says what was expected", () => {
  const refusal = keyRefusal("not_supported", "an Ed25519 key");
  expect(refusal).toEqual({
    ok: false,
    code: "key_not_supported",
    message: "Expected an Ed25519 key, got another.",
  });
  expect(Object.isFrozen(refusal)).toBe(true);
});
