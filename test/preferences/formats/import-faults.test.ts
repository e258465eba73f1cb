import { expect, it } from "vitest";
import { ImportFaults } from "../../../src/preferences/formats/index.js";

it("lists all of what is wrong, else all of what is not supported, else nothing", () => {
  const faults = new ImportFaults();
  expect(faults.refusal("it")).toBeUndefined();
  const fault = { path: ["a", 1], expected: "b", received: "c" };
  faults.unsupported(() => fault);
  faults.unsupported(() => ({ ...fault, path: [] }));
  expect(faults.refusal("it")).toMatchObject({
    code: "scenario_unsupported",
    details: { issues: [fault, {}] },
  });
  faults.invalid(() => fault);
  const refusal = faults.refusal("it");
  expect(refusal).toMatchObject({ code: "scenario_invalid", details: { issues: [fault] } });
  expect(refusal?.message).toContain("Expected it to have b, got c at /a/1");
});
