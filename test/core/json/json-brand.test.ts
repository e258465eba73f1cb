import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { copyJson, factsOf, type Json, markJson } from "../../../src/core/json/index.js";
import { type DocumentLimits, didKeySigner, signDocument, strictCopy } from "../../../src/oap/index.js";
import { frozenJson } from "../../../src/stores/index.js";
import { anyJson } from "../../oap/strict-arbitrary.js";

/** A copy that the strict reader of OAP has just made. */
function copied(value: unknown, limits?: DocumentLimits): Json {
  const answer = strictCopy(value, limits);
  if (!answer.ok) throw new Error(answer.message);
  return answer.value;
}

function nested(depth: number): unknown {
  return depth === 0 ? NOTE : { in: nested(depth - 1) };
}

describe("copies that a reader has made", () => {
  it("ST-50: are not made again, neither as a whole nor as a member, nor looked through by a store", () => {
    const document = copied({ terms: { note: NOTE, lots: [1, 2] }, round: 1 }) as { readonly terms: object };
    expect(copyJson(document, 1_000)).toMatchObject({ ok: true, value: document });
    for (const given of [document, document.terms]) {
      const copy = copyJson({ given }, 1_000);
      expect(copy.ok && (copy.value as { readonly given: Json }).given).toBe(given);
      expect(frozenJson(given)).toBe(given);
    }
    expect(strictCopy(document)).toMatchObject({ value: document });
    expect(copied(document)).toBe(document);
  });

  it("SG-5, EN-34: what only looks like one is copied, whatever is frozen in it", () => {
    const document = copied({ terms: { note: NOTE } }) as object;
    const alike = Object.freeze({ terms: Object.freeze({ note: NOTE }) });
    for (const other of [structuredClone(document), alike, { ...document }]) {
      const copy = copyJson(other, 1_000);
      expect(copy).toMatchObject({ ok: true, value: document });
      expect(copy.ok && copy.value).not.toBe(other);
      expect(copied(other)).not.toBe(other);
    }
    const proxy = new Proxy(document, {});
    expect([factsOf(document) === undefined, factsOf(proxy)]).toEqual([false, undefined]);
    expect(copied(proxy)).not.toBe(proxy);
    const hidden = { price: 1, note: NOTE };
    const open = Object.freeze({ hidden });
    const before = copied(open);
    hidden.price = 2;
    expect(before).toEqual({ hidden: { price: 1, note: NOTE } });
    expect(copied(open)).toEqual({ hidden: { price: 2, note: NOTE } });
  });

  it("SG-3: by other limits it is read again", () => {
    const number = strictCopy({ note: NOTE, price: 0.5 }, { numbers: "any" });
    expect(number.ok && strictCopy(number.value)).toMatchObject({ ok: false, path: ["price"] });
    const deep = copied(nested(32));
    expect(strictCopy(deep, { maxDepth: 31 }).ok).toBe(false);
    expect(strictCopy(deep, { maxDepth: 32 })).toMatchObject({ ok: true, value: deep });
    expect(strictCopy(copied({ text: "a".repeat(100) }), { maxBytes: 100 }).ok).toBe(false);
  });

  it("EN-34: a level more than 32 is refused all the same", () => {
    const deep = copied(nested(32));
    expect(copyJson(deep, 1_000)).toMatchObject({ ok: true, value: deep });
    expect(copyJson({ deep }, 1_000)).toEqual(copyJson({ deep: structuredClone(deep) }, 1_000));
    expect(copyJson({ deep }, 1_000).ok).toBe(false);
    const fits = copied(nested(31));
    expect(copyJson({ fits }, 1_000).ok).toBe(true);
  });

  it("EN-34, SG-6: but what carries documents, each of at most 32 levels, is a level deeper", () => {
    const deep = copied(nested(32));
    const carried = copyJson({ deep }, 1_000, "documents");
    expect(carried.ok && (carried.value as { readonly deep: Json }).deep).toBe(deep);
    const tooDeep = copied(nested(33), { maxDepth: 33 });
    for (const other of [{ deep: structuredClone(deep) }, { in: { deep } }, { tooDeep }, tooDeep]) {
      expect(copyJson(other, 1_000, "documents").ok).toBe(false);
    }
  });

  it("EN-34: they have their size: exactly the limit passes, a byte more does not (500 values, seed 34)", () => {
    const property = fc.property(anyJson, fc.nat(3), (value, less) => {
      const wrapped = { value: copied({ value }, { numbers: "any" }) };
      const bytes = new TextEncoder().encode(JSON.stringify(wrapped)).length;
      const exact = copyJson(wrapped, bytes);
      expect(exact).toMatchObject({ ok: true, value: wrapped });
      expect(exact.ok && exact.bytesAtMost >= bytes).toBe(true);
      const limit = Math.max(1, bytes - less);
      expect(copyJson(wrapped, limit).ok).toBe(copyJson(structuredClone(wrapped), limit).ok);
    });
    fc.assert(property, { numRuns: 500, seed: 34 });
  });

  it("EN-34: what is known of a part and of a signed document is its own size (numbers of 25 characters too)", async () => {
    const { terms } = copied({ pad: "x".repeat(40_000), terms: { note: NOTE } }) as { readonly terms: Json };
    expect(copyJson(terms, 1_000)).toMatchObject({ ok: true, value: terms });
    const signer = await didKeySigner(new Uint8Array(32).fill(7));
    for (const note of ["n", "\u0001", "é"]) {
      let document: object = { note: note.repeat(9_000) };
      // Signed twice: the second copy has a signature already.
      for (let time = 0; time < 2; time += 1) {
        const signed = await signDocument(document, "proposal", signer);
        if (!signed.ok) throw new Error(signed.message);
        document = signed.document;
        const bytes = Buffer.byteLength(JSON.stringify(document));
        expect(copyJson(document, bytes)).toMatchObject({ ok: true, bytesAtMost: bytes });
        expect(copyJson(document, bytes - 1).ok).toBe(false);
      }
    }
    const rates = copied({ rates: Array(200).fill(-0.0000012345678901234567) }, { numbers: "any" });
    const bytes = JSON.stringify(rates).length;
    expect([copyJson(rates, bytes).ok, copyJson(rates, bytes - 1).ok]).toEqual([true, false]);
  });

  it("SG-5: what is known are bounds, of each part as well (300 values, seed 5)", () => {
    const marks: number[] = [];
    const judge = (value: unknown): number => {
      if (typeof value !== "object" || value === null) return 0;
      const depth = 1 + Math.max(0, ...Object.values(value).map(judge));
      const facts = factsOf(value);
      if (facts === undefined) return depth;
      const bytes = Buffer.byteLength(JSON.stringify(value));
      marks.push(bytes);
      expect([facts.leastBytes <= bytes, bytes <= facts.mostBytes]).toEqual([true, true]);
      expect(depth).toBeLessThanOrEqual(facts.depth);
      return depth;
    };
    const property = fc.property(anyJson, (value) => {
      judge(copied({ a: value, b: [value, NOTE], c: { c: value, d: NOTE } }, { numbers: "any" }));
    });
    fc.assert(property, { seed: 5, numRuns: 300 });
    expect(marks.length).toBeGreaterThan(900);
  });

  it("SG-5: the mark is nobody's member: it is in no list, in no copy and in no text", () => {
    const marked = { note: "a" };
    const facts = { depth: 1, leastBytes: 12, mostBytes: 14, limits: {} };
    markJson(marked, facts);
    expect(factsOf(marked)).toBe(facts);
    expect([Reflect.ownKeys(marked), JSON.stringify(marked)]).toEqual([["note"], '{"note":"a"}']);
    expect(marked).toStrictEqual({ note: "a" });
    for (const other of [{ ...marked }, structuredClone(marked), Object.create(marked) as object]) {
      expect(factsOf(other)).toBeUndefined();
    }
  });
});

/** So long that an object with it is worth its mark. */
const NOTE = "n".repeat(80);
