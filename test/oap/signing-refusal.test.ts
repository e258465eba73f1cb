import { expect, it } from "vitest";
import { signingRefusal } from "../../src/oap/signing-refusal.js";

it("is frozen data, with a path only where there is one", () => {
  const refusal = signingRefusal("document_invalid", "Expected this, got that.");
  expect(refusal).toStrictEqual({ ok: false, code: "document_invalid", message: "Expected this, got that." });
  expect(Object.isFrozen(refusal)).toBe(true);
  expect(signingRefusal("document_invalid", "", ["a", 0]).path).toEqual(["a", 0]);
});
