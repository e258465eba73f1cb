import { expect, it } from "vitest";
import { recordOf, textWithout } from "../../../src/stores/sql/index.js";

const disclosures = {
  "/terms/price": { salt: "a", value: "40.00" },
  "/terms/units": { salt: "b", value: [] },
};

it("SG-35: a row is a record, made anew each time", () => {
  const entry = { seq: 0, prev: "genesis", kind: "agreement", at: 0, body: { text: "\0" } };
  const row = { entry: JSON.stringify(entry), disclosures: JSON.stringify(disclosures) };
  expect(recordOf(row)).toEqual({ entry, disclosures });
  expect(recordOf(row).entry).not.toBe(recordOf(row).entry);
});

it("SG-28: what is redacted is not in the text, and nothing to redact is no text", () => {
  const text = JSON.stringify(disclosures);
  expect(textWithout(text, ["/terms/price", "/terms/none"])).toBe('{"/terms/units":{"salt":"b","value":[]}}');
  expect(textWithout(text, Object.keys(disclosures))).toBe("{}");
  expect(textWithout(text, ["/terms"])).toBeUndefined();
  expect(textWithout("{}", ["/terms/price"])).toBeUndefined();
});
