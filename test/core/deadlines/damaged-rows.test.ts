import { describe, expect, it } from "vitest";
import { DamagedRows, isDamaged } from "../../../src/core/deadlines/index.js";
import { NegotiationError } from "../../../src/errors.js";

const LEASE_MS = 600_000;
const HOUR = 3_600_000;
const damaged = (id: string) => new NegotiationError("record_damaged", "", { details: { id } });

describe("DamagedRows", () => {
  it("leaves a row alone for a lease, then for twice as long each time, up to an hour [EN-67]", () => {
    const rows = new DamagedRows();
    let now = 1_000;
    for (const ms of [LEASE_MS, 2 * LEASE_MS, 4 * LEASE_MS, HOUR, HOUR]) {
      expect(rows.note(damaged("a"), now, LEASE_MS)).toBe(true);
      expect(rows.idsAt(now + ms - 1)).toEqual(["a"]);
      now += ms;
      expect(rows.idsAt(now)).toEqual([]);
    }
  });

  it("takes what several come upon at once for one try [EN-67]", () => {
    const rows = new DamagedRows();
    for (const at of [0, 0, LEASE_MS - 1]) rows.note(damaged("a"), at, LEASE_MS);
    expect([rows.idsAt(LEASE_MS - 1), rows.idsAt(LEASE_MS)]).toEqual([["a"], []]);
  });

  it("counts for each row by itself, and for no other failure [EN-67]", () => {
    const rows = new DamagedRows();
    rows.note(damaged("a"), 0, LEASE_MS);
    rows.note(damaged("b"), LEASE_MS, LEASE_MS);
    for (const other of [new Error("lost"), new NegotiationError("store_failed", ""), undefined])
      expect([rows.note(other, 0, LEASE_MS), isDamaged(other)]).toEqual([false, false]);
    expect([rows.idsAt(1), rows.idsAt(LEASE_MS)]).toEqual([["a"], ["b"]]);
  });

  it("waits no longer where the clock is set back [EN-67]", () => {
    const rows = new DamagedRows();
    rows.note(damaged("a"), 10 * HOUR, LEASE_MS);
    expect(rows.idsAt(9 * HOUR)).toEqual([]);
    rows.note(damaged("a"), 9 * HOUR, LEASE_MS);
    expect(rows.idsAt(9 * HOUR)).toEqual(["a"]);
  });
});
