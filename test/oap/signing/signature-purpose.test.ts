import { expect, it } from "vitest";
import { SIGNATURE_PURPOSES } from "../../../src/oap/signing/index.js";
import { typeOfPurpose } from "../../../src/oap/signing/signature-purpose.js";

it("SG-11: has a typ for each of seven purposes, and none for others", () => {
  expect(SIGNATURE_PURPOSES.map(typeOfPurpose)).toEqual([
    "oap-open+jws",
    "oap-proposal+jws",
    "oap-accept+jws",
    "oap-reject+jws",
    "oap-withdraw+jws",
    "oap-agreement+jws",
    "oap-manifest+jws",
  ]);
  expect(() => typeOfPurpose("counter" as never)).toThrow(TypeError);
});
