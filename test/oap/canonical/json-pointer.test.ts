import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/core/json/index.js";
import { areSoundLeaves, leavesOf } from "../../../src/oap/canonical/index.js";
import { signableJson } from "../strict-arbitrary.js";

/** What a pointer leads to, after RFC 6901, section 4. */
function at(value: Json, pointer: string): Json | undefined {
  const tokens = pointer.split("/").slice(1);
  let here: Json | undefined = value;
  for (const token of tokens) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    here = (here as Record<string, Json>)[key];
  }
  return here;
}

describe("SG-26: the leaves of a value", () => {
  it("are named after RFC 6901, its own example included", () => {
    const example = { foo: ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, 'k"l': 6, " ": 7, "m~n": 8 };
    expect([...leavesOf(example)!]).toEqual([
      ["/foo/0", "bar"],
      ["/foo/1", "baz"],
      ["/", 0],
      ["/a~1b", 1],
      ["/c%d", 2],
      ["/e^f", 3],
      ['/k"l', 6],
      ["/ ", 7],
      ["/m~0n", 8],
    ]);
  });

  it("tell keys apart that only look alike once escaped", () => {
    const keys = ["~1", "/", "~01", "~0", "~", "", "//"];
    const leaves = leavesOf(Object.fromEntries(keys.map((key, index) => [key, index])))!;
    expect([...leaves.keys()]).toEqual(["/~01", "/~1", "/~001", "/~00", "/~0", "/", "/~1~1"]);
  });

  it("are scalars, and empty lists and objects as themselves; a scalar is its own leaf", () => {
    const leaves = leavesOf({ a: [], b: {}, c: [[]], d: null, e: false, f: "" })!;
    expect([...leaves]).toEqual([
      ["/a", []],
      ["/b", {}],
      ["/c/0", []],
      ["/d", null],
      ["/e", false],
      ["/f", ""],
    ]);
    expect([...leavesOf(1)!]).toEqual([["", 1]]);
    expect([...leavesOf({}, "/terms")!]).toEqual([["/terms", {}]]);
    expect([...leavesOf({ a: 1 }, "/terms")!]).toEqual([["/terms/a", 1]]);
  });

  it("each lead back to their value, and there are as many as there are ends", () => {
    fc.assert(
      fc.property(signableJson, (value) => {
        const leaves = leavesOf(value);
        if (leaves === undefined) return;
        for (const [pointer, leaf] of leaves) expect(at(value, pointer)).toEqual(leaf);
        const count = (one: Json): number => {
          const members = typeof one === "object" && one !== null ? Object.values<Json>(one) : [];
          return members.length === 0 ? 1 : members.reduce<number>((sum, member) => sum + count(member), 0);
        };
        expect(leaves.size).toBe(count(value));
      }),
      { seed: 526, numRuns: 200 },
    );
  });

  it("are those of an array for an object with just its keys, which is therefore refused", () => {
    expect(leavesOf(["x", "y"])).toEqual(leavesOf(["x", "y"]));
    expect(leavesOf({ 0: "x", 1: "y" })).toBeUndefined();
    expect(leavesOf({ a: [{ 0: "x" }] })).toBeUndefined();
    for (const other of [{ 1: "x" }, { 0: "x", 2: "y" }, { 0: "x", a: 1 }, { "00": 1 }, { 2026: 1 }]) {
      expect(leavesOf(other)?.size).toBe(Object.keys(other).length);
    }
  });

  it("T8: are refused when long keys around a long list would blow them up", () => {
    const keyed = (count: number) => ({ ["k".repeat(8_000)]: new Array<number>(count).fill(0) });
    expect([leavesOf(keyed(32))?.size, leavesOf(keyed(33))]).toEqual([32, undefined]);
    // One by itself is never longer than a request to redact it may be.
    const named = (length: number) => ({ ["k".repeat(length)]: 0 });
    expect([leavesOf(named(8_191))?.size, leavesOf(named(8_192))]).toEqual([1, undefined]);
  });

  it.each([
    ["elements of lists", 512, (count: number) => ({ a: [new Array(count - 1).fill(0), [{}]] })],
    [
      "leaves",
      1_536,
      (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n])),
    ],
    [
      "leaves in lists",
      1_536,
      (count: number) => ({ a: Array.from({ length: count / 2 }, () => ({ b: 1, c: 1 })) }),
    ],
  ])("are refused by their count: of %s at most %i [SG-44]", (_, most, termsOf) => {
    const more = most + (most === 512 ? 1 : 2);
    expect(leavesOf(termsOf(most))?.size).toBe(most);
    expect([leavesOf(termsOf(more)), areSoundLeaves(termsOf(more))]).toEqual([undefined, false]);
  });
});

it("SG-26: pointers are as long as they are escaped, whether they are written or only counted", () => {
  // 32 times 8,192 units: a slash, two for the sign that is escaped, and the rest.
  const keys = Array.from({ length: 32 }, (_, at) => "/~"[at % 2] + String(at).padStart(8_192 - 3, "k"));
  const most = Object.fromEntries(keys.map((key) => [key, 0]));
  const over = { ...most, "": 0 };
  expect([leavesOf(most)?.size, areSoundLeaves(most)]).toEqual([32, true]);
  expect([leavesOf(over), areSoundLeaves(over)]).toEqual([undefined, false]);
  const property = fc.property(signableJson, (value) => {
    expect(areSoundLeaves(value, "/terms")).toBe(leavesOf(value, "/terms") !== undefined);
  });
  fc.assert(property, { seed: 26, numRuns: 300 });
});

it("SG-5: each member is read once, so that leaves cannot show two faces", () => {
  let reads = 0;
  const value = Object.defineProperty({}, "price", { enumerable: true, get: () => (reads += 1) });
  expect(leavesOf(value as Json)?.get("/price")).toBe(1);
  expect(reads).toBe(1);
});
