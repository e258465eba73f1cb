import { describe, expect, it } from "vitest";
import { ProgressTeller, RowsInOrder } from "../../../src/tournament/rows/index.js";
import type { RowsOptions } from "../../../src/tournament/rows/rows-in-order.js";
import { aRow } from "../a-row.js";

const ROWS = [0, 1, 2, 3].map((seed) => aRow({ seed }));
const optionsOf = (onRow: RowsOptions["onRow"], keepRows = true): RowsOptions => ({
  onRow,
  keepRows,
  onAny: () => {},
  progress: new ProgressTeller(4, undefined, () => 0),
});

describe("rows in order", () => {
  it("BA-36: are handed on in the order of the jobs, whatever order they come in", () => {
    const told: number[] = [];
    const rows = new RowsInOrder(
      new Map(),
      optionsOf(({ seed }) => told.push(seed)),
    );
    for (const index of [2, 0, 3]) rows.put(index, ROWS[index]!);
    expect(told).toEqual([0]);
    expect(rows.done()).toEqual([ROWS[0], ROWS[2], ROWS[3]]);
    rows.put(1, ROWS[1]!);
    expect(told).toEqual([0, 1, 2, 3]);
    expect(rows.done()).toEqual(ROWS);
  });

  it("BA-36: rows of an earlier run are there, and not told again", () => {
    const told: number[] = [];
    const kept = new Map([
      [0, ROWS[0]!],
      [2, ROWS[2]!],
    ]);
    const rows = new RowsInOrder(
      kept,
      optionsOf(({ seed }) => told.push(seed)),
    );
    expect(rows.done()).toEqual([ROWS[0], ROWS[2]]);
    rows.put(3, ROWS[3]!);
    rows.put(1, ROWS[1]!);
    expect(told).toEqual([1, 3]);
  });

  it("a listener that throws hears of no row twice", () => {
    const told: number[] = [];
    const rows = new RowsInOrder(
      new Map(),
      optionsOf(({ seed }) => {
        told.push(seed);
        if (seed === 0) throw new Error("disk full");
      }),
    );
    expect(() => rows.put(0, ROWS[0]!)).toThrow("disk full");
    rows.put(1, ROWS[1]!);
    expect(told).toEqual([0, 1]);
  });

  it("are told and counted, but not kept, where nobody wants them at the end [BA-44]", () => {
    const [told, seen]: [number[], number[]] = [[], []];
    const rows = new RowsInOrder(new Map([[0, ROWS[0]!]]), {
      ...optionsOf(({ seed }) => told.push(seed), false),
      onAny: ({ seed }) => seen.push(seed),
    });
    expect(rows.next).toBe(1);
    for (const index of [3, 2, 1]) rows.put(index, ROWS[index]!);
    expect([told, seen, rows.count, rows.next]).toEqual([[1, 2, 3], [0, 3, 2, 1], 4, 4]);
    expect(rows.done()).toEqual([]);
  });
});
