import fc from "fast-check";
import * as oracle from "ulid";
import { describe, expect, it } from "vitest";
import { documentId, isDocumentId, isUlid, ulid } from "../../../src/oap/encoding/index.js";
import { hasVectors, vectorJson, vectorsNote } from "../vectors.js";

const prefixes = ["opn", "neg", "prp", "acc", "rej", "wdr", "agr"] as const;

describe("SG-36: the id of a document", () => {
  it.each(prefixes)("is the prefix %s and a ULID", (prefix) => {
    const id = documentId(prefix, { now: () => 1, randomBytes: (count) => new Uint8Array(count) });
    expect(id).toBe(`${prefix}_00000000010000000000000000`);
    expect(isUlid(id.slice(4))).toBe(true);
    for (const other of prefixes) expect(isDocumentId(other, id)).toBe(other === prefix);
  });

  it(`is opaque when it comes in: all samples of RFC 0002 pass, two of which are no ULIDs${vectorsNote}`, () => {
    if (!hasVectors) return;
    const { rfc0002_examples: samples } = vectorJson<{
      rfc0002_examples: Record<"strict_crockford_ok" | "contain_U_so_not_ulids", string[]>;
    }>("ulid/ulid.json");
    const all = Object.values(samples).flat();
    expect(all.every((id) => prefixes.some((prefix) => isDocumentId(prefix, id)))).toBe(true);
    expect(samples.contain_U_so_not_ulids.some((id) => isUlid(id.slice(4)))).toBe(false);
  });

  it.each([
    "prp_01hx2qfp4n8r5t6v7w8x9y0z1a",
    "prp_01HX2QFP4N8R5T6V7W8X9Y0Z1",
    "prp_01HX2QFP4N8R5T6V7W8X9Y0Z1AA",
    "prp-01HX2QFP4N8R5T6V7W8X9Y0Z1A",
    "PRP_01HX2QFP4N8R5T6V7W8X9Y0Z1A",
    " prp_01HX2QFP4N8R5T6V7W8X9Y0Z1A",
    "prp_01HX2QFP4N8R5T6V7W8X9Y0Z1A\n",
    "prp_",
    undefined,
    {},
  ])("is not %j", (value) => {
    expect(isDocumentId("prp", value)).toBe(false);
  });
});

const MOST = 2 ** 48 - 1;
const zeros = (count: number) => new Uint8Array(count);

describe("SG-36: a ULID", () => {
  it("is the clock's instant and the source's 80 bits, asked for anew each time", () => {
    const asked: number[] = [];
    const randomBytes = (count: number) => {
      asked.push(count);
      return new Uint8Array(count).fill(asked.length);
    };
    const source = { now: () => 1_469_918_176_385, randomBytes };
    // The instant is the one of the package's own example.
    expect(ulid(source)).toBe("01ARYZ6S41040G2081040G2081");
    expect(ulid(source)).toBe("01ARYZ6S41081040G2081040G2");
    expect(asked).toEqual([10, 10]);
    expect(ulid(source)).not.toBe(ulid(source));
  });

  it("has the instant that the package ulid reads and writes, and its alphabet", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: MOST }),
        fc.uint8Array({ minLength: 10, maxLength: 10 }),
        (at, bytes) => {
          const id = ulid({ now: () => at, randomBytes: () => bytes });
          expect(oracle.isValid(id) && isUlid(id)).toBe(true);
          expect(oracle.decodeTime(id)).toBe(at);
          expect(id.slice(0, 10)).toBe(oracle.encodeTime(at, 10));
          // The other way round: the bits that its characters stand for.
          const bits = [...id].reduce(
            (sum, digit) =>
              sum * 32n + BigInt(oracle.fixULIDBase32(digit) === digit ? ALPHABET.indexOf(digit) : -1),
            0n,
          );
          expect(bits & (2n ** 80n - 1n)).toBe(BigInt(`0x${Buffer.from(bytes).toString("hex")}`));
        },
      ),
      { seed: 536, numRuns: 200 },
    );
  });

  it("of the package is one of ours", () => {
    for (let at = 0; at < 50; at += 1) expect(isUlid(oracle.ulid(at * 5_000_000_000_000))).toBe(true);
  });

  it("has the boundaries of clock and chance", () => {
    expect(ulid({ now: () => 0, randomBytes: zeros })).toBe("0".repeat(26));
    const ones = (count: number) => new Uint8Array(count).fill(255);
    expect(ulid({ now: () => MOST, randomBytes: ones })).toBe(`7${"Z".repeat(25)}`);
  });

  it.each([-1, 0.5, MOST + 1, Number.NaN, Number.POSITIVE_INFINITY])("is refused at the instant %d", (at) => {
    expect(() => ulid({ now: () => at, randomBytes: zeros })).toThrow(RangeError);
  });

  it.each([[new Uint8Array(9)], [new Uint8Array(11)], [[...zeros(10)]], [undefined]])(
    "is refused of other bytes than ten: %j",
    (bytes) => {
      expect(() => ulid({ now: () => 0, randomBytes: () => bytes as Uint8Array })).toThrow(TypeError);
    },
  );

  it("is never counted up: of one millisecond, half are below the one before", () => {
    let state = 1;
    const randomBytes = (count: number) =>
      Uint8Array.from({ length: count }, () => {
        state = (state * 48_271) % 2_147_483_647;
        return state & 255;
      });
    const ids = Array.from({ length: 200 }, () => ulid({ now: () => 7, randomBytes }));
    const falls = ids.filter((id, index) => id < (ids[index - 1] ?? "")).length;
    expect(falls).toBeGreaterThan(60);
  });

  it(`is told from what is none by the published samples${vectorsNote}`, () => {
    if (!hasVectors) return;
    const vectors = vectorJson<Record<"valid" | "overflow_must_reject", string[]>>("ulid/ulid.json");
    expect(vectors.valid.every(isUlid)).toBe(true);
    expect(vectors.overflow_must_reject.some(isUlid)).toBe(false);
  });

  it.each([
    "01arz3ndektsv4rrffq69g5fav",
    "01ARZ3NDEKTSV4RRFFQ69G5FA",
    "01ARZ3NDEKTSV4RRFFQ69G5FAVV",
    "0IARZ3NDEKTSV4RRFFQ69G5FAV",
    "0LARZ3NDEKTSV4RRFFQ69G5FAV",
    "0OARZ3NDEKTSV4RRFFQ69G5FAV",
    "0UARZ3NDEKTSV4RRFFQ69G5FAV",
    "80000000000000000000000000",
    "01ARZ3NDEKTSV4RRFFQ69G5FAV\n",
    "",
    1,
    null,
  ])("is not %j", (value) => {
    expect(isUlid(value)).toBe(false);
  });
});

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
