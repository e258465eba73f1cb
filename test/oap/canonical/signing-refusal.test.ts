import { expect, it } from "vitest";
import { signingRefusal } from "../../../src/oap/canonical/index.js";

it("is frozen data, with a path and details only where there are some", () => {
  const refusal = signingRefusal("document_invalid", "Expected this, got that.");
  expect(refusal).toStrictEqual({ ok: false, code: "document_invalid", message: "Expected this, got that." });
  expect(Object.isFrozen(refusal)).toBe(true);
  expect(signingRefusal("document_invalid", "", ["a", 0]).path).toEqual(["a", 0]);
  expect(signingRefusal("assent_missing", "", undefined, { missing: ["did:key:z"] })).toStrictEqual({
    ok: false,
    code: "assent_missing",
    message: "",
    details: { missing: ["did:key:z"] },
  });
});
