import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalText, strictCopy } from "../../../src/oap/canonical/index.js";
import { isDeepFrozen } from "../../kit/deep-frozen.js";
import { counted } from "../counted-reads.js";
import { HOSTILE_VALUES, nested, owning } from "../hostile-values.js";
import { anyJson, signableJson } from "../strict-arbitrary.js";

describe("SG-5: the strict copy", () => {
  it("equals what it copies, keeps the order of members, and is frozen at every depth", () => {
    fc.assert(
      fc.property(signableJson, (value) => {
        const result = strictCopy(value);
        if (!result.ok) throw new Error(result.message);
        expect(result.value).toEqual(value);
        expect(JSON.stringify(result.value)).toBe(JSON.stringify(value));
        expect(isDeepFrozen(result.value)).toBe(true);
      }),
      { seed: 503, numRuns: 300 },
    );
  });

  it("copies any finite number where it may, minus zero as zero", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const limits = { numbers: "any", maxBytes: 1_000_000 } as const;
        const result = strictCopy(value, limits);
        expect(result.ok && canonicalText(result.value, limits)).toBe(canonicalText(value, limits));
      }),
      { seed: 504, numRuns: 100 },
    );
    const zero = strictCopy(-0, { numbers: "any" });
    expect(zero.ok && Object.is(zero.value, 0)).toBe(true);
    expect(strictCopy(-0).ok).toBe(false);
  });

  it("is untouched by later changes of what it copied", () => {
    const value = { price: { amount: 40 } };
    const result = strictCopy(value);
    value.price.amount = 1;
    expect(result).toEqual({ ok: true, value: { price: { amount: 40 } } });
  });

  it("reads every member once, so that a proxy cannot show two faces", () => {
    const reads: string[] = [];
    let price = 40;
    const target = { price: 0, other: [1] };
    const proxy = new Proxy(target, {
      get: () => {
        throw new Error("never read like this");
      },
      getOwnPropertyDescriptor: (_, key) => {
        reads.push(String(key));
        const value = key === "price" ? price++ : target.other;
        return { value, enumerable: true, configurable: true, writable: true };
      },
    });
    expect(strictCopy(proxy)).toEqual({ ok: true, value: { price: 40, other: [1] } });
    expect(reads).toEqual(["price", "other"]);
  });

  it("never calls a getter", () => {
    let calls = 0;
    const value = {
      get price() {
        calls += 1;
        return 40;
      },
    };
    expect(strictCopy({ terms: value })).toMatchObject({ ok: false, path: ["terms", "price"] });
    expect(calls).toBe(0);
  });
});

describe("SG-2: what is not strict JSON", () => {
  it.each(HOSTILE_VALUES)("is a refusal, never an exception: %s", (_, make) => {
    for (const value of [make(), [make()], { a: make() }]) {
      const result = strictCopy(value);
      expect(result).toMatchObject({ ok: false, code: "document_invalid" });
      expect(!result.ok && result.message).toMatch(/^Expected .+, got .+\.$/);
      expect(JSON.stringify(result)).not.toContain("secret");
    }
  });

  it("is text with one of the 66 noncharacters or half a character, and a name of three, but none like them", () => {
    const isKept = (text: string): boolean => {
      expect(strictCopy({ [text]: 1 }).ok).toBe(strictCopy(text).ok);
      return strictCopy(text).ok;
    };
    const codes = Array.from({ length: 32 }, (_, index) => 0xfdd0 + index);
    for (let end = 0xfffe; end <= 0x10fffe; end += 0x10000) codes.push(end, end + 1);
    expect(codes).toHaveLength(66);
    for (const code of codes) {
      expect(isKept(`a${String.fromCodePoint(code)}b`)).toBe(false);
      expect(isKept(`a${String.fromCodePoint(code - 32 - 2)}b`)).toBe(true);
    }
    expect(["\ud800", "\udfffa", "\ud800\ud800\udc00"].map(isKept)).toEqual([false, false, false]);
    const sound = ["", "\ud800\udc00", "e\u0301", "proto", "__proto", "Constructor", "toString"];
    expect(sound.filter(isKept)).toEqual(sound);
  });

  it("is a trap that throws: the refusal says where, and nothing of what it threw", () => {
    const traps: ProxyHandler<object> = {
      ownKeys: () => {
        throw new Error("secret");
      },
    };
    const refused = strictCopy({ terms: [new Proxy({}, traps)] });
    expect(refused).toMatchObject({ ok: false, path: ["terms", 0] });
    expect(JSON.stringify(refused)).not.toContain("secret");
  });

  it("T9: leaves the prototype of objects as it was", () => {
    for (const key of ["__proto__", "constructor", "prototype"]) {
      expect(strictCopy(nested(2, owning(key))).ok).toBe(false);
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as any).polluted).toBeUndefined();
  });
});

describe("SG-6: boundaries", () => {
  it.each([
    [{ maxDepth: -1 }, RangeError],
    [{ maxDepth: 257 }, RangeError],
    [{ maxDepth: 1.5 }, RangeError],
    [{ maxBytes: 0 }, RangeError],
    [{ maxBytes: Number.POSITIVE_INFINITY }, RangeError],
    [{ numbers: "decimals" as never }, TypeError],
  ])("throws for the limits %j at once [SG-1]", (limits, error) => {
    expect(() => strictCopy(1, limits)).toThrow(error);
    expect(strictCopy(1, { numbers: undefined, maxDepth: 0 }).ok).toBe(true);
  });

  it("copies depth 32 and refuses 33", () => {
    expect(strictCopy(nested(32, 1)).ok).toBe(true);
    expect(strictCopy(nested(33, 1)).ok).toBe(false);
  });

  it.each([
    ["ASCII", (bytes: number) => "a".repeat(bytes - 2)],
    ["two bytes a unit", (bytes: number) => `${"é".repeat(20_000)}${"a".repeat(bytes - 40_002)}`],
    ["six bytes a unit", (bytes: number) => `${"\u0001".repeat(10_000)}${"a".repeat(bytes - 60_002)}`],
  ])("copies 65,536 bytes of %s and refuses 65,537", (_, make) => {
    expect(strictCopy(make(65_536)).ok).toBe(true);
    expect(strictCopy(make(65_537))).toMatchObject({ ok: false, code: "document_invalid" });
  });

  it("counts keys and long numbers as the canonical form writes them", () => {
    const limits = { numbers: "any", maxBytes: 2000 } as const;
    for (const count of [70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80]) {
      const value = { ["k\u0001".repeat(3)]: new Array(count).fill(-1.2345678901234567e-200) };
      const fits = canonicalText(value, { numbers: "any" }).length <= 2000;
      expect(strictCopy(value, limits).ok).toBe(fits);
    }
  });

  it("T8: looks no further than the limits into nesting of 200,000 and trees that are shared often", () => {
    const deep = counted(nested(200_000, 1) as object);
    let shared: unknown = [];
    for (let level = 0; level < 31; level += 1) shared = [shared, shared];
    expect(strictCopy(deep.value).ok).toBe(false);
    expect(deep.reads()).toBeLessThan(10 * 32);
    // Without a bound it would take hours.
    expect(strictCopy(shared).ok).toBe(false);
  });
});
