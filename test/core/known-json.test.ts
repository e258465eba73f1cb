import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { copyJson } from "../../src/core/copy-json.js";
import { factsOf, markJson } from "../../src/core/known-json.js";
import type { Json } from "../../src/core/negotiation.js";
import { type DocumentLimits, strictCopy } from "../../src/oap/index.js";
import { frozenJson } from "../../src/stores/frozen-json.js";
import { anyJson } from "../oap/strict-arbitrary.js";

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

  it("SG-5: the mark is nobody's member: it is in no list, in no copy and in no text", () => {
    const marked = { note: "a" };
    const facts = { depth: 1, leastBytes: 12, memberCount: 1, limits: {} };
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
