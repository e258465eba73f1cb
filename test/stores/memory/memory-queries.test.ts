import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NegotiationRow } from "../../../src/ports/index.js";
import { matches, pageOf } from "../../../src/stores/memory/memory-queries.js";
import { newNegotiation, T0 } from "../../../src/testing/stores/lab/index.js";

describe("pageOf", () => {
  const rows = ["a:b", "c", "b", "line\nbreak"].map((id, index) => rowAt(T0 + (index >> 1), id));
  const byNewest = ({ updatedAt }: NegotiationRow): number => -updatedAt;

  it("gives page after page what sorting all gives", () => {
    const numbers = fc.uniqueArray(fc.tuple(fc.nat({ max: 20 }), fc.nat({ max: 999 })), {
      selector: ([, id]) => id,
      maxLength: 60,
    });
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 70 }), (pairs, limit) => {
        const all = pairs.map(([at, id]) => rowAt(at, `neg-${id}`));
        const sorted = all.toSorted((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1));
        const seen: NegotiationRow[] = [];
        for (let after: string | null | undefined; after !== null; ) {
          const { items, next } = pageOf(all, { limit, after }, byNewest);
          expect(items.length).toBe(Math.min(limit, all.length - seen.length));
          seen.push(...items);
          after = next;
        }
        expect(seen).toEqual(sorted);
      }),
    );
  });

  it("goes on after the last row, whatever its id", () => {
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const { items, next } = pageOf(rows, { limit: 1, after }, byNewest);
      seen.push(...items.map(({ id }) => id));
      after = next ?? undefined;
    } while (after !== undefined);
    expect(seen).toEqual(["b", "line\nbreak", "a:b", "c"]);
  });

  it("says the end with the last row, not after it", () => {
    expect(pageOf(rows, { limit: 4 }, byNewest).next).toBeNull();
    expect(pageOf(rows, { limit: 3 }, byNewest).next).not.toBeNull();
    expect(pageOf([], { limit: 1 }, byNewest)).toEqual({ items: [], next: null });
  });

  it("gives copies", () => {
    const [row] = pageOf(rows, { limit: 1 }, byNewest).items;
    expect(rows).toContainEqual(row);
    expect(rows).not.toContain(row);
  });

  it("refuses what is no cursor", () => {
    for (const after of ["", "x", "1", ":a", "1.5:a", "1:"]) {
      expect(() => pageOf(rows, { limit: 1, after }, byNewest)).toThrow(TypeError);
    }
  });
});

describe("matches", () => {
  it("takes a row when every filter given fits", () => {
    const row = rowAt(T0, "a");
    const all = { roomId: "room-1", partyId: "smith", status: "open", floor: "ada", isFinal: false };
    expect(matches(row, {})).toBe(true);
    expect(matches(row, { ...all, exclusiveKey: undefined })).toBe(true);
    expect(matches(row, { updatedSince: T0, createCommandId: "create-a" })).toBe(true);
    for (const query of [
      { roomId: "x" },
      { partyId: "x" },
      { status: "x" },
      { floor: "x" },
      { isFinal: true },
      { exclusiveKey: "x" },
      { createCommandId: "x" },
      { updatedSince: T0 + 1 },
    ]) {
      expect(matches(row, { ...all, ...query })).toBe(false);
    }
  });
});

function rowAt(at: number, id: string): NegotiationRow {
  const { entry, outbox, ...columns } = newNegotiation({ id, createdAt: at });
  return { ...columns, version: 0, turnCount: 0, updatedAt: at };
}
