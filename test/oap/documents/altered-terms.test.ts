import { expect, it } from "vitest";
import { z } from "zod";
import { alteredTerms } from "../../../src/oap/documents/index.js";

const signed = { price: 40, note: " as is ", list: [1, null], deep: { b: 1, a: "é" } };

it("OAP-13: the same terms pass, in another order and as another object", () => {
  expect(alteredTerms(signed, signed)).toBeUndefined();
  const other = { deep: { a: "é", b: 1 }, list: [1, null], note: " as is ", price: 40 };
  expect(alteredTerms(signed, other)).toBeUndefined();
});

it.each<[string, unknown]>([
  ["a default", { ...signed, currency: "EUR" }],
  ["a member left out", { price: 40, note: " as is ", list: [1, null] }],
  ["trimmed text", { ...signed, note: "as is" }],
  ["text as a number", { ...signed, price: "40" }],
  ["normalised text", { ...signed, deep: { b: 1, a: "e\u0301" } }],
  ["another order of a list", { ...signed, list: [null, 1] }],
  ["a Date", { ...signed, price: new Date(0) }],
  ["an undefined member", { ...signed, currency: undefined }],
  ["a fraction", { ...signed, price: 40.5 }],
  ["nothing", undefined],
])("OAP-13, T18: %s is terms_altered", (_name, output) => {
  expect(alteredTerms(signed, output)).toMatchObject({ ok: false, code: "terms_altered", path: ["terms"] });
});

it("OAP-13: schemas that only judge pass, those that help do not", () => {
  const judges = z.looseObject({ price: z.number() });
  expect(alteredTerms(signed, judges.parse(signed))).toBeUndefined();
  for (const helps of [
    z.object({ price: z.number() }),
    z.looseObject({ price: z.coerce.string() }),
    z.looseObject({ note: z.string().trim() }),
    z.looseObject({ currency: z.string().default("EUR") }),
  ]) {
    expect(alteredTerms(signed, helps.parse(signed))).toMatchObject({ code: "terms_altered" });
  }
});
