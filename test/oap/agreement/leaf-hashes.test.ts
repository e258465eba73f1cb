import { createHash, createHmac } from "node:crypto";
import canonicalize from "canonicalize";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { digestsOf, saltsOf } from "../../../src/oap/agreement/leaf-hashes.js";
import { sha256 } from "../agreements.js";
import { signableJson } from "../strict-arbitrary.js";

const salt = (key: Uint8Array, pointer: string): string =>
  createHmac("sha256", key).update(pointer).digest().subarray(0, 16).toString("base64url");

const digest = (salted: string, pointer: string, value: unknown): string =>
  createHash("sha256")
    .update(canonicalize([salted, pointer, value]) as string)
    .digest("base64url");

describe.each([
  ["by the platform's SHA-256", true],
  ["where the platform has none, by the one that is handed in", false],
])("leaf hashes %s", (_, hasPlatform) => {
  beforeEach(() => {
    if (!hasPlatform) vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined as never);
  });

  afterEach(() => vi.restoreAllMocks());

  it("gives the salts and digests of node:crypto for any leaves, many at once [SG-26]", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 300 });
    const leaves = fc.array(fc.tuple(text, signableJson), { maxLength: 8 });
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 64 }), leaves, (key, drawn) => {
        const pointers = drawn.map(([pointer]) => pointer);
        const salts = saltsOf(key, pointers, sha256);
        expect(salts).toEqual(pointers.map((pointer) => salt(key, pointer)));
        const salted = drawn.map(([pointer, value], at) => [pointer, { salt: salts[at]!, value }] as const);
        expect(digestsOf(salted, sha256)).toEqual(
          salted.map(([pointer, one]) => digest(one.salt, pointer, one.value)),
        );
      }),
      { seed: 2104, numRuns: 200 },
    );
  });

  it("agrees at every length around the end of a block [SG-26]", () => {
    const key = new Uint8Array(32).map((_, index) => index);
    const pointers = Array.from(
      { length: 200 },
      (_, length) => `/${"é".repeat(length % 2)}${"k".repeat(length)}`,
    );
    expect(saltsOf(key, pointers, sha256)).toEqual(pointers.map((pointer) => salt(key, pointer)));
    const leaves = pointers.map((pointer) => [pointer, { salt: "AA", value: null }] as const);
    expect(digestsOf(leaves, sha256)).toEqual(pointers.map((pointer) => digest("AA", pointer, null)));
  });

  it("agrees for texts of megabytes, short ones behind them, and none at all [SG-26]", () => {
    const texts = [
      "x".repeat(3_000_000),
      "é".repeat(70_000),
      "a",
      "",
      ..."é"
        .repeat(500)
        .split("")
        .map((_, at, all) => all.slice(at).join("")),
    ];
    expect(
      digestsOf(
        texts.map((value) => ["/a", { salt: "AA", value }] as const),
        sha256,
      ),
    ).toEqual(texts.map((value) => digest("AA", "/a", value)));
    expect(digestsOf([], sha256)).toEqual([]);
  });

  it("gives the first value of RFC 4231", () => {
    const [first] = saltsOf(new Uint8Array(20).fill(0x0b), ["Hi There"], sha256);
    expect(Buffer.from(first!, "base64url").toString("hex")).toBe("b0344c61d8db38535ca8afceaf0bf12b");
  });
});
