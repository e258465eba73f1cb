import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/core/json/index.js";
import type { EffectivePeriodRule } from "../../../src/oap/documents/index.js";
import { effectivePeriodOf, termsRefusal } from "../../../src/oap/documents/index.js";

const ACCEPTED = "2026-05-03T12:00:00Z";
const JUNE = "2026-06-01T00:00:00Z";
const JULY = "2026-07-01T00:00:00.000Z";

const rule: EffectivePeriodRule = (_, acceptedAt) => ({ effective_from: acceptedAt, effective_until: JULY });

function periodOf(terms: JsonObject, own?: EffectivePeriodRule): unknown {
  const answer = effectivePeriodOf(terms, ACCEPTED, own);
  return answer.ok ? [answer.period.effective_from, answer.period.effective_until] : answer.code;
}

describe("OAP-21: the effective period", () => {
  it.each([
    [{}, undefined, [ACCEPTED, null]],
    [{ effective_from: JUNE }, undefined, [JUNE, null]],
    [{ effective_until: JULY }, undefined, [ACCEPTED, JULY]],
    [{ effective_from: JUNE, effective_until: JULY }, undefined, [JUNE, JULY]],
    [{}, rule, [ACCEPTED, JULY]],
    [{ effective_from: JUNE }, rule, [JUNE, JULY]],
    [{ effective_until: JUNE }, rule, [ACCEPTED, JUNE]],
    // What is no instant is an ordinary term.
    [{ effective_from: "tomorrow", effective_until: 5 }, undefined, [ACCEPTED, null]],
    [{ effective_from: "2026-06-01", effective_until: null }, rule, [ACCEPTED, JULY]],
  ])("of %j with rule %s is %j", (terms, own, expected) => {
    expect(periodOf(terms, own)).toEqual(expected);
  });

  it("keeps the spelling of the terms", () => {
    expect(periodOf({ effective_until: JULY })).toEqual([ACCEPTED, JULY]);
    expect(periodOf({ effective_from: "2026-06-01T00:00:00.000Z" })).toEqual([
      "2026-06-01T00:00:00.000Z",
      null,
    ]);
  });

  it.each([
    ["2026-05-31T23:59:59.999Z", "terms_invalid"],
    ["2026-06-01T00:00:00.000Z", "terms_invalid"],
    ["2026-06-01T00:00:00.001Z", undefined],
  ])("from %s: an end 1 ms before, at and 1 ms after the beginning", (effective_until, code) => {
    const terms = { effective_from: JUNE, effective_until };
    expect(termsRefusal(terms)?.code).toBe(code);
    expect(periodOf(terms)).toEqual(code ?? [JUNE, effective_until]);
  });

  it("of what is no object is none: that is said, and nothing thrown", () => {
    for (const terms of [null, undefined, 1, "x", []] as never[]) {
      expect(termsRefusal(terms)).toMatchObject({ code: "document_invalid", path: ["terms"] });
      expect(periodOf(terms)).toBe("document_invalid");
    }
  });

  it("that is over at the acceptance is refused then, and not before", () => {
    for (const effective_until of [ACCEPTED, "2026-05-03T11:59:59.999Z"]) {
      expect(termsRefusal({ effective_until })).toBeUndefined();
      expect(periodOf({ effective_until })).toBe("period_invalid");
    }
    expect(periodOf({ effective_until: "2026-05-03T12:00:00.001Z" })).toEqual([
      ACCEPTED,
      "2026-05-03T12:00:00.001Z",
    ]);
    expect(periodOf({ effective_from: JULY }, rule)).toBe("period_invalid");
  });

  it("is refused when the rule throws, or gives no instants, or an end before the beginning", () => {
    const rules: unknown[] = [
      () => {
        throw new Error("a secret of the host");
      },
      () => ({ effective_from: "now", effective_until: null }),
      () => ({ effective_from: ACCEPTED, effective_until: "later" }),
      () => ({ effective_from: ACCEPTED, effective_until: undefined }),
      () => ({ effective_from: JULY, effective_until: JUNE }),
    ];
    for (const own of rules) {
      const answer = effectivePeriodOf({}, ACCEPTED, own as EffectivePeriodRule);
      expect(answer).toMatchObject({ ok: false, code: "period_invalid" });
      expect(JSON.stringify(answer)).not.toContain("secret");
    }
  });
});

describe("SG-26: terms whose leaves do not tell them", () => {
  it("are refused when they are proposed, and when an agreement is made of them", () => {
    for (const terms of [{ a: { 0: "x", 1: "y" } }, { 0: 1 }, { ["k".repeat(262_144)]: 1 }] as JsonObject[]) {
      expect(termsRefusal(terms)).toMatchObject({ code: "terms_invalid", path: ["terms"] });
      expect(periodOf(terms)).toBe("terms_invalid");
    }
    expect(termsRefusal({ a: ["x", "y"], b: {}, "": { "~/": 1 } })).toBeUndefined();
  });
});
