import { describe, expect, it } from "vitest";
import {
  applyCommit,
  entriesOf,
  hasCommand,
  newSlot,
  rowOf,
  type Slot,
  turnsOf,
  versionOf,
} from "../../src/stores/memory-slot.js";
import { newCommit, newEnd, newNegotiation, newTurn, T0 } from "../../src/testing/store-calls.js";

describe("a slot", () => {
  it("gives the row, also of what it does not keep", () => {
    const slot = newSlot(newNegotiation({ schema: 3 }), null);
    expect(rowOf(slot)).toMatchObject({
      version: 0,
      schema: 3,
      createdAt: T0,
      updatedAt: T0,
      isFinal: false,
    });
    applyCommit(slot, newTurn(1, { expectedVersion: 0, schema: 4, now: T0 + 9 }));
    expect(rowOf(slot)).toMatchObject({
      version: 1,
      schema: 4,
      createdAt: T0,
      updatedAt: T0 + 9,
      turnCount: 1,
    });
    applyCommit(slot, newEnd({ expectedVersion: 1 }));
    expect(rowOf(slot)).toMatchObject({
      version: 2,
      isFinal: true,
      deadline: null,
      floor: null,
      turnCount: 1,
    });
  });

  it("knows its commands on both sides of the size from which it keeps a set", () => {
    const slot = slotOf(40);
    for (let number = 1; number <= 40; number++) expect(hasCommand(slot, `turn-${number}`)).toBe(true);
    expect(hasCommand(slot, "create-neg-1")).toBe(true);
    expect(hasCommand(slot, "turn-41")).toBe(false);
    for (let size = 0; size < 20; size++) {
      expect(hasCommand(slotOf(size), `turn-${size + 1}`)).toBe(false);
      expect(hasCommand(slotOf(size), size === 0 ? "create-neg-1" : `turn-${size}`)).toBe(true);
    }
  });

  it("takes null for no command", () => {
    const slot = slotOf(20);
    const entry = { kind: "woken", commandId: null, turnNumber: null, turn: null, details: null };
    applyCommit(slot, newCommit({ expectedVersion: 20, entry }));
    expect(versionOf(slot)).toBe(21);
    expect(hasCommand(slot, "turn-20")).toBe(true);
  });

  it("reads entries and turns between two numbers", () => {
    const slot = slotOf(30);
    applyCommit(slot, newCommit({ expectedVersion: 30 }));
    const all = entriesOf(slot);
    expect(all.map(({ version }) => version)).toEqual(Array.from({ length: 32 }, (_, index) => index));
    expect(entriesOf(slot, 4, 2)).toEqual(all.slice(5, 7));
    const turns = turnsOf(slot, 0, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
    expect(turns).toHaveLength(30);
    for (const after of [0, 1, 15, 29, 30, 31]) {
      expect(turnsOf(slot, after, 30, 5)).toEqual(turns.slice(after, after + 5));
      expect(turnsOf(slot, after, 16, 99)).toEqual(turns.slice(after, 16));
    }
  });
});

function slotOf(turnCount: number): Slot {
  const slot = newSlot(newNegotiation(), null);
  for (let number = 1; number <= turnCount; number++) {
    applyCommit(slot, newTurn(number, { expectedVersion: number - 1 }));
  }
  return slot;
}
