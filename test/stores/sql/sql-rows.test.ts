import { describe, expect, it } from "vitest";
import {
  COMMIT_ASSIGNMENTS,
  claimOfColumns,
  ENTRY_COLUMNS,
  entryOfColumns,
  ROW_COLUMNS,
  recordOfColumns,
  rowOfColumns,
  turnOfColumns,
  valuesOfCommit,
  valuesOfCreate,
  valuesOfEntry,
} from "../../../src/stores/sql/index.js";
import { newCommit, newNegotiation, T0 } from "../../../src/testing/stores/lab/index.js";

const PARKED = { partyId: "ada", firstParkedAt: T0, claimedBy: "agent-1" };

/** The columns by name, as a library gives them. */
function columnsOf(names: string, values: readonly unknown[]): Record<string, unknown> {
  const list = names.split(", ");
  expect(values).toHaveLength(list.length);
  return Object.fromEntries(list.map((name, index) => [name, values[index]]));
}

describe("columns", () => {
  it.each([
    newNegotiation({ parked: PARKED, exclusiveKey: "k" }),
    newNegotiation({ deadline: null, isFinal: true, floor: null, status: "rejected" }),
  ])("hold a row", (created) => {
    const columns = columnsOf(
      ROW_COLUMNS,
      valuesOfCreate(created, created.isFinal, JSON.stringify(created.state)),
    );
    const { entry, outbox, ...row } = created;
    expect(rowOfColumns(columns)).toEqual({ ...row, version: 0, turnCount: 0, updatedAt: T0 });
  });

  it("hold what a commit sets", () => {
    const commit = newCommit({ expectedVersion: 4, parked: PARKED });
    const assigned = COMMIT_ASSIGNMENTS.split(", ").filter((assignment) => assignment.includes("?"));
    expect(valuesOfCommit(commit, 0)).toHaveLength(assigned.length);
    expect(valuesOfCommit(commit, 0)[0]).toBe(5);
    expect(COMMIT_ASSIGNMENTS).toContain("lease_ends_at = 0");
  });

  it("hold an entry, with and without a turn", () => {
    for (const turn of [{ price: 40 }, null]) {
      const turnNumber = turn === null ? null : 3;
      const entry = { kind: "turn", commandId: null, turnNumber, turn, details: [1, { a: null }] };
      const columns = columnsOf(ENTRY_COLUMNS, valuesOfEntry("neg-1", 7, { schema: 1, at: T0 }, entry));
      expect(entryOfColumns(columns)).toEqual({ ...entry, version: 7, schema: 1, at: T0 });
    }
  });

  it("may be bigints", () => {
    const created = newNegotiation();
    const columns = columnsOf(ROW_COLUMNS, valuesOfCreate(created, 0, "{}"));
    const big = Object.entries(columns).map(([name, value]) => [
      name,
      typeof value === "number" ? BigInt(value) : value,
    ]);
    expect(rowOfColumns(Object.fromEntries(big))).toEqual(rowOfColumns(columns));
    const due = { id: "a", version: 2n, room_id: "r", deadline_at: BigInt(T0), deadline_kind: "turn" };
    expect(claimOfColumns(due, T0 + 1)).toEqual({
      id: "a",
      version: 2,
      roomId: "r",
      deadline: { at: T0, kind: "turn" },
      leaseEndsAt: T0 + 1,
    });
    const event = { position: 9n, negotiation_id: "a", version: 1n, idx: 0n, type: "x", body: "null" };
    expect(recordOfColumns(event)).toEqual({
      position: "9",
      negotiationId: "a",
      version: 1,
      index: 0,
      type: "x",
      body: null,
    });
    expect(turnOfColumns({ turn: '{"b":1,"a":2}' })).toEqual({ b: 1, a: 2 });
  });
});
