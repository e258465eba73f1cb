import { expect, it } from "vitest";
import * as argumentation from "../../../src/argumentation/index.js";
import { JUSTIFICATION_TYPES } from "../../../src/core/record/index.js";
import * as oap from "../../../src/oap/index.js";

it("who writes justifications and who weighs them know the same sorts [OAP-57]", () => {
  expect(oap.JUSTIFICATION_TYPES).toBe(JUSTIFICATION_TYPES);
  expect(argumentation.JUSTIFICATION_TYPES).toBe(JUSTIFICATION_TYPES);
  expect(JUSTIFICATION_TYPES).toEqual(expect.arrayContaining(["service_substitution", "state_change"]));
});
